// The session between local storage, the server and other tabs.
import { HttpResponse, http } from 'msw';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { tidy } from '@/app/app.fixture';
import { api } from '@/net/api';
import { fail, never, ok, profile, server, user } from '@/net/server.fixture';
import {
  confirmSession,
  logout,
  loseSession,
  patchUser,
  resetSession,
  startSession,
  useSession,
} from './session';

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
beforeEach(resetSession);
afterEach(tidy);
afterAll(() => server.close());

it('stores the token and the user with its seven fields (AUTH-34)', () => {
  startSession('abc', user);
  expect(localStorage.getItem('token')).toBe('abc');
  expect(JSON.parse(localStorage.getItem('user') ?? '')).toEqual(user);
  resetSession();
  expect(useSession.getState()).toMatchObject({ token: 'abc', user, confirmed: false });
});

it('survives a user that cannot be read', () => {
  localStorage.setItem('token', 'abc');
  localStorage.setItem('user', '{broken');
  resetSession();
  expect(useSession.getState()).toMatchObject({ token: 'abc', user: null });
});

it('asks once whose token it is and keeps the answer (AUTH-38)', async () => {
  let calls = 0;
  server.use(
    http.get('/api/profile/me', () => {
      calls++;
      return ok({ profile: { ...profile, name: 'New Name' } });
    }),
  );
  localStorage.setItem('token', 'abc');
  resetSession();
  await Promise.all([confirmSession(), confirmSession()]);
  await confirmSession();
  expect(calls).toBe(1);
  expect(useSession.getState()).toMatchObject({ confirmed: true, user: { name: 'New Name' } });
  expect(JSON.parse(localStorage.getItem('user') ?? '')).toMatchObject({ id: user.id, name: 'New Name' });
});

it('stays signed in when the server cannot be reached, and asks again later', async () => {
  server.use(http.get('/api/profile/me', () => HttpResponse.error()));
  localStorage.setItem('token', 'abc');
  resetSession();
  await confirmSession();
  expect(useSession.getState()).toMatchObject({ token: 'abc', confirmed: false });
});

it('ends here at once when the server is silent (AUTH-36)', async () => {
  // Signing out waited for the answer, and a dead network held it up for minutes.
  server.use(http.post('/api/auth/logout', never));
  startSession('abc', user);
  void logout();
  expect(useSession.getState().token).toBeNull();
  expect(localStorage.getItem('token')).toBeNull();
});

it('calls the server with the token that ends, although it is deleted here (AUTH-35)', async () => {
  let authorization: string | null = null;
  server.use(
    http.post('/api/auth/logout', ({ request }) => {
      authorization = request.headers.get('Authorization');
      return ok();
    }),
  );
  startSession('abc', user);
  await logout();
  expect(authorization).toBe('Bearer abc');
});

it('ends here when logout fails on the server (AUTH-36)', async () => {
  server.use(http.post('/api/auth/logout', () => fail(500, 'Something went wrong', 'internal')));
  startSession('abc', user);
  const { endings } = useSession.getState();
  await logout();
  expect(useSession.getState()).toMatchObject({ token: null, user: null, endings: endings + 1 });
  expect(localStorage.getItem('token')).toBeNull();
});

it('ends once when logout is answered with 401', async () => {
  server.use(http.post('/api/auth/logout', () => fail(401, 'Unauthorized', 'unauthorized')));
  startSession('abc', user);
  const { endings } = useSession.getState();
  await logout();
  expect(useSession.getState().endings).toBe(endings + 1);
});

it('changes some of the stored user, and nothing without one', () => {
  patchUser({ username: 'x' });
  expect(localStorage.getItem('user')).toBeNull();
  startSession('abc', user);
  patchUser({ username: 'ada_2' });
  expect(JSON.parse(localStorage.getItem('user') ?? '')).toMatchObject({
    username: 'ada_2',
    name: user.name,
  });
});

it('takes another tab’s changed user and its end (GEN-16)', () => {
  startSession('abc', user);
  localStorage.setItem('user', JSON.stringify({ ...user, username: 'elsewhere' }));
  window.dispatchEvent(new StorageEvent('storage', { key: 'user' }));
  expect(useSession.getState().user?.username).toBe('elsewhere');
  localStorage.clear();
  window.dispatchEvent(new StorageEvent('storage', { key: null }));
  expect(useSession.getState().token).toBeNull();
});

it('another person signed in in another tab is an end here (GEN-16)', () => {
  // A frozen tab saw one token become another, and went on showing the first person.
  startSession('abc', user);
  useSession.setState({ profile });
  const { endings } = useSession.getState();
  localStorage.setItem('token', 'xyz');
  localStorage.setItem('user', JSON.stringify({ ...user, id: 'other', username: 'bo' }));
  window.dispatchEvent(new StorageEvent('storage', { key: 'token' }));
  expect(useSession.getState()).toMatchObject({
    token: 'xyz',
    user: { username: 'bo' },
    profile: null,
    confirmed: false,
    endings: endings + 1,
  });
  expect(localStorage.getItem('token')).toBe('xyz');
});

it('goes on with the session that ended its own (GEN-16)', () => {
  // A sign-in in another tab ended this one's session; the frame about it threw the new one away.
  startSession('abc', user);
  localStorage.setItem('token', 'xyz');
  loseSession();
  expect(useSession.getState().token).toBe('xyz');
  expect(localStorage.getItem('token')).toBe('xyz');
  loseSession();
  expect(useSession.getState().token).toBeNull();
  expect(localStorage.getItem('token')).toBeNull();
});

it('looks again when a frozen tab is shown (GEN-16)', () => {
  startSession('abc', user);
  localStorage.clear();
  document.dispatchEvent(new Event('visibilitychange'));
  expect(useSession.getState().token).toBeNull();
});

it('signs in for the page’s life when the browser keeps nothing', async () => {
  // A full or forbidden storage threw in the middle of signing in.
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  startSession('abc', user);
  document.dispatchEvent(new Event('visibilitychange'));
  expect(useSession.getState()).toMatchObject({ token: 'abc', user });
  let authorization: string | null = null;
  server.use(
    http.get('/api/thing', ({ request }) => {
      authorization = request.headers.get('Authorization');
      return ok();
    }),
  );
  await api.get('/thing');
  expect(authorization).toBe('Bearer abc');
});
