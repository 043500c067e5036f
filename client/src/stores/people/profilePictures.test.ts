// One store requests all pictures: few calls, no name twice, and answers that expire.
import { http } from 'msw';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { api } from '@/net/api';
import { fail, ok, server } from '@/net/server.fixture';
import type { ProfilePicture } from '@/wire/bodies.gen';
import {
  forgetProfilePictures,
  onContributorChanged,
  onProfileChanged,
  pictureBroken,
  pictureOf,
  profilePictureOf,
  requestProfilePicture,
  resetProfilePictures,
  useProfilePictures,
} from './profilePictures';

const picture = (username: string): ProfilePicture => ({
  user_id: `u-${username}`,
  username,
  profile_picture_url: `/media/${username}.jpg`,
  profile_picture_thumbnail_url: `/media/${username}-small.jpg`,
  image_url: null,
  is_recent_contributor: false,
});

let calls: string[][];
let calledAt: number[];
let reply: (names: string[]) => Response;

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
beforeEach(() => {
  vi.useFakeTimers();
  calls = [];
  calledAt = [];
  reply = (names) => ok({ profiles: Object.fromEntries(names.map((name) => [name, picture(name)])) });
  server.use(
    http.post('/api/profile/public/batch', async ({ request }) => {
      const { usernames } = (await request.json()) as { usernames: string[] };
      return reply(usernames);
    }),
  );
  // Counted here: a screen of another test's file, which shares the page, may still ask
  // the played server.
  const { post } = api;
  vi.spyOn(api, 'post').mockImplementation((...args: Parameters<typeof post>) => {
    calls.push((args[1] as { usernames: string[] }).usernames);
    calledAt.push(Date.now());
    return post(...args) as never;
  });
});
afterEach(() => {
  resetProfilePictures();
  server.resetHandlers();
  vi.useRealTimers();
});
afterAll(() => server.close());

const known = (name: string) => profilePictureOf(name)(useProfilePictures.getState());
const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const answered = (name: string) => vi.waitFor(() => expect(known(name)).toBeDefined());

it('asks for sixty rows in one call, each name once and in lower case (PUB-7)', async () => {
  const names = Array.from({ length: 60 }, (_, n) => `Member_${n}`);
  for (const name of [...names, ...names]) requestProfilePicture(name);
  await wait(20);
  await answered('member_59');
  expect(calls).toHaveLength(1);
  expect(calls[0]).toHaveLength(60);
  expect(known('MEMBER_7')?.user_id).toBe('u-member_7');
  expect(pictureOf(known('member_7'))).toBe('/media/member_7-small.jpg');
});

// Waiting for an answer moves the clock: on a busy machine the second call had come by then.
it('asks for at most a hundred a call, the next a second later (PUB-7)', async () => {
  for (let n = 0; n < 130; n++) requestProfilePicture(`m${n}`);
  await wait(20);
  await answered('m129');
  expect(calls.map((names) => names.length)).toEqual([100, 30]);
  expect((calledAt[1] ?? 0) - (calledAt[0] ?? 0)).toBe(1_000);
});

it('asks again only after eight minutes', async () => {
  requestProfilePicture('ann');
  await wait(20);
  await answered('ann');
  requestProfilePicture('ann');
  await wait(7 * 60_000);
  requestProfilePicture('ann');
  await wait(2_000);
  expect(calls).toHaveLength(1);
  await wait(60_000);
  requestProfilePicture('ann');
  await wait(20);
  expect(calls).toHaveLength(2);
});

it('knows that nobody has a name', async () => {
  reply = () => ok({ profiles: {} });
  requestProfilePicture('nobody');
  await wait(20);
  await answered('nobody');
  expect(known('nobody')).toBeNull();
});

it('waits as long as the server wants and then asks', async () => {
  reply = () => fail(429, 'Too many requests', 'limited', { 'Retry-After': '7' });
  requestProfilePicture('ann');
  await wait(20);
  await vi.waitFor(() => expect(calls).toHaveLength(1));
  reply = (names) => ok({ profiles: Object.fromEntries(names.map((name) => [name, picture(name)])) });
  await wait(6_000);
  expect(calls).toHaveLength(1);
  await wait(1_500);
  await answered('ann');
  expect(calls).toEqual([['ann'], ['ann']]);
});

const mark = (username: string, isRecentContributor: boolean, position: number) => ({
  type: 'contributor_changed' as const,
  userId: `u-${username.toLowerCase()}`,
  username,
  isRecentContributor,
  position,
});

it('takes a mark from the frame, and forgets a name that changed (CHAT-37)', async () => {
  requestProfilePicture('ann');
  await wait(20);
  await answered('ann');
  onContributorChanged(mark('Ann', true, 1));
  expect(known('ann')?.is_recent_contributor).toBe(true);
  onContributorChanged(mark('ann', false, 2));
  expect(known('ann')?.is_recent_contributor).toBe(false);
  forgetProfilePictures('ANN', 'annette');
  expect(known('ann')).toBeUndefined();
});

// The answer was read before the change and came after it: the old picture stood for minutes.
it('applies a picture event newer than the answer', async () => {
  const small = '/media/new-small.jpg';
  reply = (names) => {
    onProfileChanged({
      type: 'profile_changed',
      userId: 'u-ann',
      username: 'ann',
      profile_picture_url: '/media/new.jpg',
      profile_picture_thumbnail_url: small,
      position: 31,
    });
    return ok({ profiles: Object.fromEntries(names.map((name) => [name, picture(name)])), asOf: 30 });
  };
  requestProfilePicture('ann');
  await wait(20);
  await answered('ann');
  expect(pictureOf(known('ann'))).toBe(small);
});

it('asks anew for a picture whose link expired, not for one that is broken at once', async () => {
  requestProfilePicture('ann');
  await wait(20);
  await answered('ann');
  pictureBroken('ann');
  expect(known('ann')).not.toBeUndefined();
  await wait(60_000);
  pictureBroken('ann');
  expect(known('ann')).toBeUndefined();
});

it('drops the answer to a session that has ended', async () => {
  requestProfilePicture('ann');
  await wait(20);
  resetProfilePictures();
  await wait(2_000);
  expect(known('ann')).toBeUndefined();
});

// The next call waited for the device's clock to come to where it had been.
it('goes on asking when the clock is put back by a day', async () => {
  requestProfilePicture('ann');
  await vi.advanceTimersByTimeAsync(2_000);
  vi.setSystemTime(Date.now() - 86_400_000);
  requestProfilePicture('bob');
  await vi.advanceTimersByTimeAsync(2_000);
  expect(calls).toEqual([['ann'], ['bob']]);
  // A link that does not load is renewed as before.
  pictureBroken('ann');
  requestProfilePicture('ann');
  await vi.advanceTimersByTimeAsync(2_000);
  expect(calls.at(-1)).toEqual(['ann']);
});
