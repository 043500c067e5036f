// One fetch, one failure type, one 401 rule.
import { delay, HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError, api, messageOf } from './api';
import { connectSession } from './reply';

const server = setupServer();
const lost = vi.fn();
let token: string | null = null;

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
beforeEach(() => {
  lost.mockClear();
  token = null;
  connectSession({ token: () => token, lost });
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
  it('sends the session’s token, credentials and JSON (GEN-8)', async () => {
    token = 'abc';
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

  it('sends no Authorization without a token, and another token when given one', async () => {
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
    token = 'abc';
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
    token = 'old';
    server.use(
      http.get('/api/thing', () => {
        token = 'new';
        return refuse();
      }),
    );
    await failureOf(api.get('/thing'));
    expect(lost).not.toHaveBeenCalled();
  });
});

describe('a server that is silent, empty or sends files', () => {
  it('gives up after the time limit instead of waiting for ever (GEN-19)', async () => {
    server.use(http.get('/api/thing', () => delay('infinite')));
    expect(await failureOf(api.get('/thing', { timeoutMs: 20 }))).toMatchObject({
      status: 0,
      code: 'timeout',
    });
  });

  it('takes an empty reply for a success', async () => {
    server.use(http.delete('/api/thing', () => new HttpResponse(null, { status: 204 })));
    expect(await api.delete('/thing')).toEqual({});
  });

  it('fetches a file, and its failure as any other', async () => {
    server.use(
      http.get('/api/file', () => HttpResponse.arrayBuffer(new Uint8Array([1, 2, 3]).buffer)),
      http.get('/api/no-file', () =>
        HttpResponse.json({ success: false, message: 'Gone', code: 'not_found' }, { status: 404 }),
      ),
    );
    expect((await api.blob('/file')).size).toBe(3);
    expect(await failureOf(api.blob('/no-file'))).toMatchObject({ status: 404, message: 'Gone' });
  });

  it('does not end the session for a token that is given back', async () => {
    server.use(http.post('/api/auth/logout', () => HttpResponse.json({}, { status: 401 })));
    await failureOf(api.post('/auth/logout', undefined, { token: 'old', ignore401: true }));
    expect(lost).not.toHaveBeenCalled();
  });
});

describe('uploads', () => {
  const form = () => {
    const made = new FormData();
    made.set('media', new File(['picture'], 'a.png', { type: 'image/png' }));
    return made;
  };

  it('sends the token and the form, says its progress and answers with the reply', async () => {
    token = 'abc';
    let authorization: string | null = null;
    server.use(
      http.post('/api/upload', async ({ request }) => {
        authorization = request.headers.get('Authorization');
        return HttpResponse.json({ success: true, items: [1] });
      }),
    );
    const shares: number[] = [];
    const reply = await api.upload('/upload', form(), { onProgress: (share) => shares.push(share) });
    expect(reply).toMatchObject({ items: [1] });
    expect(authorization).toBe('Bearer abc');
    expect(shares.at(-1)).toBe(1);
  });

  it('fails as every call does, and a 401 ends the session', async () => {
    token = 'abc';
    server.use(
      http.post('/api/upload', () =>
        HttpResponse.json({ success: false, message: 'No', code: 'unauthorized' }, { status: 401 }),
      ),
      http.post('/api/down', () => HttpResponse.error()),
    );
    expect(await failureOf(api.upload('/upload', form()))).toMatchObject({ status: 401, message: 'No' });
    expect(lost).toHaveBeenCalledOnce();
    expect(await failureOf(api.upload('/down', form()))).toMatchObject({ status: 0, code: 'network' });
  });

  it('stops when aborted', async () => {
    server.use(http.post('/api/upload', () => delay('infinite')));
    const abort = new AbortController();
    const failed = failureOf(api.upload('/upload', form(), { signal: abort.signal }));
    abort.abort();
    expect((await failed).name).toBe('AbortError');
  });
});
