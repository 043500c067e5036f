// One fetch, one failure type, one 401 rule.
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError, api, messageOf, onSessionLost } from './api';

const server = setupServer();
const lost = vi.fn();

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
beforeEach(() => {
  lost.mockClear();
  onSessionLost(lost);
});
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

const failureOf = (call: Promise<unknown>) =>
  call.then(
    () => {
      throw new Error('the call succeeded');
    },
    (error: unknown) => error as ApiError,
  );

describe('what is sent', () => {
  it('sends the stored token, credentials and JSON (GEN-8)', async () => {
    localStorage.setItem('token', 'abc');
    let seen: Request | undefined;
    server.use(
      http.post('/api/thing', async ({ request }) => {
        seen = request.clone();
        return HttpResponse.json({ success: true });
      }),
    );
    await api.post('/thing', { a: 1 });
    expect(seen?.headers.get('Authorization')).toBe('Bearer abc');
    expect(seen?.headers.get('Content-Type')).toBe('application/json');
    expect(seen?.credentials).toBe('include');
    expect(await seen?.json()).toEqual({ a: 1 });
  });

  it('sends no Authorization without a token, and another token when told', async () => {
    const seen: (string | null)[] = [];
    server.use(
      http.get('/api/thing', ({ request }) => {
        seen.push(request.headers.get('Authorization'));
        return HttpResponse.json({ success: true });
      }),
    );
    await api.get('/thing');
    await api.get('/thing', { token: 'temporary' });
    expect(seen).toEqual([null, 'Bearer temporary']);
  });
});

describe('what comes back', () => {
  it('throws the message, the code and the wait of a failure', async () => {
    server.use(
      http.get('/api/thing', () =>
        HttpResponse.json(
          { success: false, message: 'Too fast', error: 'Too fast', code: 'limited' },
          { status: 429, headers: { 'Retry-After': '42' } },
        ),
      ),
    );
    const failure = await failureOf(api.get('/thing'));
    expect(failure).toBeInstanceOf(ApiError);
    expect(failure).toMatchObject({ status: 429, message: 'Too fast', code: 'limited', retryAfter: 42 });
    expect(messageOf(failure, 'other')).toBe('Too fast');
  });

  it('treats an unreachable server as status 0', async () => {
    server.use(http.get('/api/thing', () => HttpResponse.error()));
    const failure = await failureOf(api.get('/thing'));
    expect(failure).toMatchObject({ status: 0, code: 'network' });
    expect(messageOf(failure, 'No answer')).toBe('No answer');
  });

  it('treats a page of HTML and success:false as failures', async () => {
    server.use(
      http.get('/api/page', () => HttpResponse.html('<h1>Bad gateway</h1>', { status: 502 })),
      http.get('/api/odd', () => HttpResponse.json({ success: false, error: 'No' })),
    );
    expect(await failureOf(api.get('/page'))).toMatchObject({ status: 502, message: '', code: 'http_502' });
    expect(await failureOf(api.get('/odd'))).toMatchObject({ status: 200, message: 'No' });
  });

  it('lets its own abort through as it is', async () => {
    server.use(http.get('/api/thing', () => HttpResponse.json({ success: true })));
    const failure = await failureOf(api.get('/thing', { signal: AbortSignal.abort() }));
    expect(failure.name).toBe('AbortError');
  });
});

describe('the 401 rule (GEN-7)', () => {
  const refuse = () =>
    HttpResponse.json({ success: false, message: 'No', code: 'unauthorized' }, { status: 401 });

  it('ends the session on 401 and on nothing else', async () => {
    localStorage.setItem('token', 'abc');
    server.use(
      http.get('/api/thing', refuse),
      http.get('/api/other', () => HttpResponse.json({ success: false }, { status: 403 })),
    );
    await failureOf(api.get('/other'));
    expect(lost).not.toHaveBeenCalled();
    expect(await failureOf(api.get('/thing'))).toMatchObject({ status: 401 });
    expect(lost).toHaveBeenCalledOnce();
  });

  it('leaves a new session alone when an old token is refused late', async () => {
    localStorage.setItem('token', 'old');
    server.use(
      http.get('/api/thing', () => {
        localStorage.setItem('token', 'new');
        return refuse();
      }),
    );
    await failureOf(api.get('/thing'));
    expect(lost).not.toHaveBeenCalled();
  });
});
