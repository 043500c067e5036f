// The session between local storage, the server and other tabs.
import { HttpResponse, http } from 'msw';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { tidy } from '@/app/app.fixture';
import { fail, ok, profile, server, user } from '@/net/server.fixture';
import {
  confirmSession,
  endSession,
  logout,
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

it('forgets a waiting face step with the session', () => {
  useSession.setState({
    pendingFace: {
      step: 'enrollment',
      tempToken: 't',
      userId: 'u',
      previouslySkipped: false,
      isAdmin: false,
    },
  });
  endSession();
  expect(useSession.getState().pendingFace).toBeNull();
});
