import { beforeEach, expect, it, vi } from 'vitest';
import { ApiError, api } from '@/net/api';
import type { MessageBody } from '@/wire/frames.gen';
import { openRoom, restartHistory, showHistory, useChat } from './chat';
import { bodies } from './chat.fixture';
import { loadBackTo, loadLatest, loadOlder, rereadOlder } from './history';

const total = 170;
let paths: string[] = [];
let fails = false;
let deleted = '';

/** Answers as the server does: the 50 before an id, oldest first. */
function page(path: string) {
  const before = new URLSearchParams(path.split('?')[1]).get('before');
  const end = before ? Number(before.slice(1)) - 1 : total;
  return bodies(Math.max(1, end - 49), end).map((m) => (m.id === deleted ? { ...m, message: '' } : m));
}

beforeEach(() => {
  paths = [];
  fails = false;
  vi.spyOn(api, 'get').mockImplementation((path: string) => {
    paths.push(path);
    if (fails) return Promise.reject(new ApiError(0, '', 'network'));
    return Promise.resolve({
      success: true,
      roomId: 'general',
      messages: page(path),
      hasMore: true,
    }) as Promise<never>;
  });
  openRoom('general');
});

const seqs = () => useChat.getState().messages.map((m: MessageBody) => m.seq);

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
  expect(useChat.getState().more).toBe(false);
});

it('fails only when neither HTTP nor the socket brought the history (CHAT-31, Z-12)', async () => {
  fails = true;
  await loadLatest();
  expect(useChat.getState().history).toBe('failed');
  showHistory(bodies(1, 2));
  await loadLatest();
  expect(useChat.getState().history).toBe('ready');
});

it('can be asked again after a page failed', async () => {
  await loadLatest();
  fails = true;
  await loadOlder();
  expect(useChat.getState().older).toBe('failed');
  fails = false;
  await loadOlder();
  expect(useChat.getState()).toMatchObject({ older: 'idle' });
  expect(seqs()[0]).toBe(71);
});

it('gives an answer for a room that was left to nobody', async () => {
  const under = loadLatest();
  openRoom('night-watch');
  await under;
  expect(seqs()).toEqual([]);
});

it('goes back to a message that is replied to (CHAT-44)', async () => {
  await loadLatest();
  expect(await loadBackTo('m30')).toBe('found');
  expect(seqs()[0]).toBe(21);
  expect(await loadBackTo('nowhere')).toBe('missing');
  expect(useChat.getState().more).toBe(false);
});

// A jump failed at once while the page of a scroll was on its way, and for ever
// after a page had failed.
it('jumps over a page that is on its way and after one that failed (CHAT-44)', async () => {
  await loadLatest();
  const scrolled = loadOlder();
  expect(await loadBackTo('m30')).toBe('found');
  await scrolled;
  openRoom('general');
  await loadLatest();
  fails = true;
  await loadOlder();
  fails = false;
  expect(await loadBackTo('m30')).toBe('found');
});

it('says that the room was left during a jump', async () => {
  await loadLatest();
  const jump = loadBackTo('m30');
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
  expect(useChat.getState().messages.find((m) => m.id === 'm80')?.message).toBe('');
  expect(useChat.getState()).toMatchObject({ rereading: false, more: true });
});

it('lets go of older pages that cannot be asked for again', async () => {
  await loadLatest();
  await loadOlder();
  showHistory(bodies(121, total));
  fails = true;
  await rereadOlder('m121');
  expect(seqs()[0]).toBe(121);
  expect(useChat.getState()).toMatchObject({ rereading: false, more: true });
});

it('keeps nothing above a hole', async () => {
  showHistory(bodies(1, 60));
  expect(showHistory(bodies(121, total))).toBe(false);
  expect(seqs()[0]).toBe(121);
});
