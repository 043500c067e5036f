import { beforeEach, expect, it, vi } from 'vitest';
import { ApiError, api } from '@/net/api';
import {
  addReaction,
  deleteMessage,
  editMessage,
  lastEvent,
  removeReaction,
} from '@/stores/roomlog/events.fixture';
import { showHistory } from '@/stores/roomlog/historyPages';
import { bodies, body, read } from '@/stores/roomlog/messages.fixture';
import { addMessage, openRoom, restartHistory, useRoomLog } from '@/stores/roomlog/roomLog';
import type { MessageBody } from '@/wire/frames.gen';
import { loadLatest, loadMessage, loadNewer, loadOlder, rereadOlder } from './history';

let total = 170;
let paths: string[] = [];
let fails = false;
let deleted = '';
let held: Promise<void> | null = null;

/** Answers as the server does: the 50 before an id or around one, oldest first. */
function page(path: string) {
  const query = new URLSearchParams(path.split('?')[1]);
  const around = query.get('around');
  if (around) {
    const at = Number(around.replace('m', ''));
    return at > 0 ? bodies(Math.max(1, at - 25), Math.min(total, at + 25)) : [];
  }
  const before = query.get('before');
  const end = before ? Number(before.slice(1)) - 1 : total;
  return bodies(Math.max(1, end - 49), end).map((m) => (m.id === deleted ? { ...m, message: '' } : m));
}

beforeEach(() => {
  total = 170;
  paths = [];
  fails = false;
  deleted = '';
  vi.spyOn(api, 'get').mockImplementation((path: string) => {
    paths.push(path);
    if (path.includes('around=nowhere'))
      return Promise.reject(new ApiError(404, 'Message not found', 'not_found'));
    if (fails) return Promise.reject(new ApiError(0, '', 'network'));
    const asOf = String(lastEvent());
    return Promise.resolve(path.includes('before=') ? held : null).then(() =>
      read(page(path), { asOf, siteAsOf: asOf }),
    ) as Promise<never>;
  });
  openRoom('general');
});

const seqs = () => useRoomLog.getState().messages.map((m: MessageBody) => m.seq);

it('loads pages of 50 before the first message, one call at a time, to the beginning (CHAT-15, CHAT-17)', async () => {
  await loadLatest();
  expect(paths).toEqual(['/chat/room/general/messages?limit=50']);
  await Promise.all([loadOlder(), loadOlder()]);
  expect(paths.at(-1)).toBe('/chat/room/general/messages?limit=50&before=m121');
  expect(paths).toHaveLength(2);
  await loadOlder();
  await loadOlder();
  await loadOlder();
  expect(paths).toHaveLength(4);
  expect(seqs()).toEqual(bodies(1, total).map((m) => m.seq));
  expect(useRoomLog.getState().more).toBe(false);
});

it('fails only when neither HTTP nor the socket brought the history (CHAT-31, Z-12)', async () => {
  fails = true;
  await loadLatest();
  expect(useRoomLog.getState().history).toBe('failed');
  showHistory(bodies(1, 2));
  await loadLatest();
  expect(useRoomLog.getState().history).toBe('ready');
});

it('can be asked again after a page failed', async () => {
  await loadLatest();
  fails = true;
  await loadOlder();
  expect(useRoomLog.getState().older).toBe('failed');
  fails = false;
  await loadOlder();
  expect(useRoomLog.getState()).toMatchObject({ older: 'idle' });
  expect(seqs()[0]).toBe(71);
});

it('gives an answer for a room that was left to nobody', async () => {
  const under = loadLatest();
  openRoom('night-watch');
  await under;
  expect(seqs()).toEqual([]);
});

// A jump while a page was on its way, or after one had failed, said that the message was
// out of reach.
it('loads the pages between when a message that is replied to is near (CHAT-44)', async () => {
  await loadLatest();
  fails = true;
  await loadOlder();
  fails = false;
  let arrive = () => {};
  held = new Promise((done) => {
    arrive = done;
  });
  void loadOlder();
  const jump = loadMessage('m30');
  await new Promise((done) => setTimeout(done));
  held = null;
  arrive();
  expect(await jump).toBe('found');
  expect(seqs()).toEqual(bodies(seqs()[0] ?? 0, total).map((m) => m.seq));
  expect(useRoomLog.getState().newerCut).toBe(false);
  expect(await loadMessage('nowhere')).toBe('missing');
});

it('shows a message far back with what stands around it, and goes on both ways', async () => {
  total = 2_000;
  await loadLatest();
  expect(await loadMessage('m500')).toBe('found');
  expect(seqs()).toEqual(bodies(475, 525).map((m) => m.seq));
  expect(useRoomLog.getState()).toMatchObject({ more: true, newerCut: true });
  await loadNewer();
  expect(seqs().at(-1)).toBe(550);
  await loadOlder();
  expect(seqs()[0]).toBe(425);
  // What comes live has its place far below.
  expect(addMessage(body({ seq: 2_001 }))).toBe(false);
});

// With thousands of unread messages the first was a scroll through sixty pages away.
it('shows the first message from a number on with what stands before it', async () => {
  total = 2_000;
  await loadLatest();
  expect(await loadMessage('500')).toBe('found');
  expect(seqs()).toEqual(bodies(475, 525).map((m) => m.seq));
  const { length } = paths;
  expect(await loadMessage('480')).toBe('found');
  expect(paths).toHaveLength(length);
});

it('joins the newest again at the end of the way down', async () => {
  total = 2_000;
  await loadLatest();
  await loadMessage('m500');
  restartHistory(total);
  useRoomLog.setState({ historyUpTo: null });
  await loadMessage('m1990');
  expect(seqs().at(-1)).toBe(2_000);
  await loadNewer();
  // The next join brings the history anew.
  expect(useRoomLog.getState().lastSeq).toBeNull();
});

// "Newest" was pressed while the next page was on its way: the page took the place of the newest.
it('keeps the newest when a page further up comes after it', async () => {
  total = 2_000;
  await loadLatest();
  await loadMessage('m500');
  const page = loadNewer();
  showHistory(bodies(1_951, 2_000));
  await page;
  expect(seqs()[0]).toBe(1_951);
  expect(useRoomLog.getState().newerCut).toBe(false);
});

it('lays what came meanwhile over a page around a message', async () => {
  total = 2_000;
  await loadLatest();
  const jump = loadMessage('m500');
  deleteMessage('m501');
  await jump;
  expect(useRoomLog.getState().messages.find((m) => m.id === 'm501')?.message).toBe('');
});

it('says that a message could not be asked for', async () => {
  await loadLatest();
  fails = true;
  expect(await loadMessage('m30')).toBe('failed');
});

it('says that the room was left during a jump', async () => {
  await loadLatest();
  const jump = loadMessage('m30');
  openRoom('night-watch');
  expect(await jump).toBe('left');
});

// Older pages that had been loaded before the socket joined were thrown away and
// the reader with them.
it('keeps older pages when the socket comes late, and asks for them again', async () => {
  await loadLatest();
  await loadOlder();
  paths = [];
  restartHistory(total);
  expect(showHistory(bodies(121, total))).toBe(true);
  expect(seqs()[0]).toBe(71);
  deleted = 'm80';
  await rereadOlder('m121');
  expect(paths).toEqual(['/chat/room/general/messages?limit=50&before=m121']);
  expect(useRoomLog.getState().messages.find((m) => m.id === 'm80')?.message).toBe('');
  expect(useRoomLog.getState()).toMatchObject({ rereading: false, more: true });
});

it('lets go of older pages that cannot be asked for again', async () => {
  await loadLatest();
  await loadOlder();
  showHistory(bodies(121, total));
  fails = true;
  await rereadOlder('m121');
  expect(seqs()[0]).toBe(121);
  expect(useRoomLog.getState()).toMatchObject({ rereading: false, more: true });
});

it('keeps nothing above a hole', async () => {
  showHistory(bodies(1, 60));
  expect(showHistory(bodies(121, total))).toBe(false);
  expect(seqs()[0]).toBe(121);
});

// What happened until a page failed was laid over the page of the second attempt, without
// what happened between the two.
it('lays nothing over an older page from before the attempt that failed', async () => {
  await loadLatest();
  fails = true;
  const failing = loadOlder();
  const reaction = { messageId: 'm80', user_id: 'u-bo', username: 'bo', reaction: '👍' };
  editMessage('m80', 'first');
  addReaction(reaction);
  await failing;
  editMessage('m80', 'second');
  removeReaction(reaction);
  fails = false;
  await loadOlder();
  const shown = useRoomLog.getState().messages.find((m) => m.id === 'm80');
  expect(shown).toMatchObject({ message: 'text 80', reactions: [] });
});

it('lays nothing over the newest page from before the attempt that failed', async () => {
  fails = true;
  const failing = loadLatest();
  const reaction = { messageId: 'm160', user_id: 'u-bo', username: 'bo', reaction: '👍' };
  addReaction(reaction);
  await failing;
  removeReaction(reaction);
  fails = false;
  await loadLatest();
  expect(useRoomLog.getState().messages.find((m) => m.id === 'm160')?.reactions).toEqual([]);
});
