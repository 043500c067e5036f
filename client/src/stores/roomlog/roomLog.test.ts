import { beforeEach, expect, it } from 'vitest';
import {
  addReaction,
  deleteMessage,
  describeMedia,
  editMessage,
  lastEvent,
  removeReaction,
  renameMember,
  showPreview,
} from './events.fixture';
import { showFirstPage, showHistory, showOlderPage, trimMessages, trimNewest } from './historyPages';
import { bodies, body, read } from './messages.fixture';
import {
  acceptSeq,
  addMessage,
  firstUnread,
  loadedAtMost,
  openRoom,
  restartHistory,
  takeMessage,
  useRoomLog,
} from './roomLog';

const seqs = () => useRoomLog.getState().messages.map((m) => m.seq);
const one = (id: string) => useRoomLog.getState().messages.find((m) => m.id === id);
const reaction = { messageId: 'm1', user_id: 'u-bob', username: 'bob', reaction: '🔥' };

beforeEach(() => {
  openRoom('general');
  showHistory(bodies(1, 3));
});

it('keeps messages in the order of seq and each id once (CHAT-7)', () => {
  expect(addMessage(body({ seq: 5 }))).toBe(true);
  expect(addMessage(body({ seq: 4 }))).toBe(true);
  expect(addMessage(body({ seq: 5, message: 'again' }))).toBe(false);
  expect(seqs()).toEqual([1, 2, 3, 4, 5]);
  expect(one('m5')?.message).toBe('text 5');
});

it('distinguishes the next event, an old one and a gap (WS-15)', () => {
  restartHistory(10);
  expect(acceptSeq(10)).toBe('old');
  expect(acceptSeq(12)).toBe('gap');
  expect(acceptSeq(11)).toBe('next');
  expect(acceptSeq(12)).toBe('next');
  expect(useRoomLog.getState().lastSeq).toBe(12);
});

// The first HTTP page used to vanish for a moment when the socket joined.
it('shows what it has until the history comes anew, then nothing older (WS-16)', () => {
  restartHistory(60);
  expect(seqs()).toEqual([1, 2, 3]);
  showHistory([]);
  expect(seqs()).toEqual([]);
});

// A standby that was behind took over: it gives the numbers of what it lacks to others.
it('shows nothing of another epoch, and keeps what is of the same (WS-16)', () => {
  expect(restartHistory(3, 1)).toBe(false);
  showHistory(bodies(1, 3));
  expect(restartHistory(3, 1)).toBe(false);
  expect(seqs()).toEqual([1, 2, 3]);
  expect(restartHistory(2, 2)).toBe(true);
  expect(seqs()).toEqual([]);
  showHistory(bodies(1, 2));
  expect(seqs()).toEqual([1, 2]);
  expect(takeMessage(body({ seq: 3, id: 'new-3' }))).toBe('next');
  expect(useRoomLog.getState().epoch).toBe(2);
});

it('takes HTTP and socket history as one (Z-12)', () => {
  showFirstPage(read([body({ seq: 2, message: 'stale' }), body({ seq: 3 })]));
  expect(seqs()).toEqual([1, 2, 3]);
  expect(one('m2')?.message).toBe('text 2');
});

it('goes on above with pages of 50 and stops at a shorter one (CHAT-15)', () => {
  openRoom('general');
  showHistory(bodies(101, 150));
  expect(useRoomLog.getState().more).toBe(true);
  showOlderPage(read(bodies(51, 100)));
  expect(useRoomLog.getState().more).toBe(true);
  showOlderPage(read(bodies(40, 50)));
  expect(useRoomLog.getState().more).toBe(false);
  expect(seqs()).toHaveLength(111);
});

// The page and the cut came in one step: as the list had grown by nothing, what was
// read jumped by a page.
it('lets go of the newest of a very long list after an older page has come (CHAT-15)', () => {
  openRoom('general');
  showHistory(bodies(51, loadedAtMost + 20));
  showOlderPage(read(bodies(1, 50)));
  expect(seqs()).toHaveLength(loadedAtMost + 20);
  expect(useRoomLog.getState().newerCut).toBe(false);
  trimNewest();
  expect(seqs().at(-1)).toBe(loadedAtMost);
  expect(useRoomLog.getState().newerCut).toBe(true);
});

it('does not put the answer to an old resend where it would hide a hole (WS-14)', () => {
  openRoom('general');
  showHistory(bodies(101, 150));
  expect(addMessage(body({ seq: 20 }))).toBe(false);
  expect(seqs()[0]).toBe(101);
});

it('empties a deleted message, and previews of it (CHAT-11, CHAT-19)', () => {
  addMessage(body({ seq: 4, reply_to_message_id: 'm1', reply_to_text: 'text 1', reply_to_username: 'ann' }));
  addReaction(reaction);
  deleteMessage('m1');
  expect(one('m1')).toMatchObject({ message: '', reactions: [], deleted_at: '2026-11-21T13:00:00Z' });
  expect(one('m4')?.reply_to_text).toBeNull();
  addReaction(reaction);
  expect(one('m1')?.reactions).toEqual([]);
});

it('holds one reaction a member and emoji, several emoji a member (CHAT-25)', () => {
  addReaction(reaction);
  addReaction(reaction);
  addReaction({ ...reaction, reaction: '👍' });
  expect(one('m1')?.reactions.map((r) => r.reaction)).toEqual(['🔥', '👍']);
  removeReaction(reaction);
  removeReaction(reaction);
  expect(one('m1')?.reactions.map((r) => r.reaction)).toEqual(['👍']);
});

// A page read before a deletion used to bring the text back.
it('lays later events over a page that was read before them', () => {
  openRoom('general');
  showHistory(bodies(51, 100));
  deleteMessage('m7');
  addReaction({ ...reaction, messageId: 'm8' });
  showOlderPage(read(bodies(1, 50)));
  expect(one('m7')?.message).toBe('');
  expect(one('m8')?.reactions).toHaveLength(1);
});

// The page showed the deleted words in a reply, and the old name.
it('lays later deletions and renames over replies of a page (CHAT-11, WS-21)', () => {
  openRoom('general');
  showHistory(bodies(51, 100));
  deleteMessage('m7');
  renameMember('u-ann', 'ann', 'anna');
  const answer = { reply_to_message_id: 'm7', reply_to_text: 'text 7', reply_to_username: 'ann' };
  showOlderPage(read(bodies(1, 50).map((m) => (m.seq === 8 ? { ...m, ...answer } : m))));
  expect(one('m8')).toMatchObject({ reply_to_text: null, reply_to_username: 'anna', username: 'anna' });
});

// A page that had the reaction taken off again, and another member's name of now, was
// shown as it had been before.
it('lays nothing over a page that was read after the events', () => {
  openRoom('general');
  showHistory(bodies(51, 100));
  addReaction({ ...reaction, messageId: 'm8' });
  renameMember('u-ann', 'ann', 'anna');
  const page = bodies(1, 50).map((m) => ({ ...m, username: 'annabel' }));
  showOlderPage(read(page, { asOf: String(lastEvent()), siteAsOf: String(lastEvent()) }));
  expect(one('m8')).toMatchObject({ username: 'annabel', reactions: [] });
});

it('relabels messages, replies and reactions by member (WS-21)', () => {
  addMessage(
    body({ seq: 4, user_id: 'u-bob', username: 'bob', reply_to_message_id: 'm1', reply_to_username: 'ann' }),
  );
  addReaction(reaction);
  renameMember('u-ann', 'ann', 'anna');
  renameMember('u-bob', 'bob', 'robert');
  expect(one('m1')?.username).toBe('anna');
  expect(one('m4')).toMatchObject({ username: 'robert', reply_to_username: 'anna' });
  expect(one('m1')?.reactions[0]?.username).toBe('robert');
});

it('clears everything for another room (CHAT-30)', () => {
  restartHistory(9);
  openRoom('night-watch');
  expect(useRoomLog.getState()).toMatchObject({
    roomId: 'night-watch',
    messages: [],
    lastSeq: null,
    history: 'loading',
  });
});

it('lets go of the oldest of a very long list, and can load them again', () => {
  openRoom('general');
  showHistory(bodies(1, 1_001));
  trimMessages();
  expect(seqs()).toHaveLength(600);
  expect(seqs().at(-1)).toBe(1_001);
  expect(useRoomLog.getState().more).toBe(true);
});

// Two changes of the store for every message drew the room twice.
it('takes number and message of an event in one change of the store', () => {
  restartHistory(3);
  let changes = 0;
  const stop = useRoomLog.subscribe(() => changes++);
  expect(takeMessage(body({ seq: 4 }))).toBe('next');
  expect(takeMessage(body({ seq: 4 }))).toBe('old');
  expect(takeMessage(body({ seq: 6 }))).toBe('gap');
  stop();
  expect(changes).toBe(1);
  expect(useRoomLog.getState().lastSeq).toBe(4);
});

it('gives an edited message its new text, in replies to it too, and takes the old preview away', () => {
  addMessage(body({ seq: 4, reply_to_message_id: 'm1', reply_to_text: 'text 1', reply_to_username: 'ann' }));
  showPreview('m1', { url: 'https://a.example/', title: 'A', description: '', image: '' });
  expect(one('m1')?.preview?.title).toBe('A');
  const editedAt = '2026-11-21T13:00:00Z';
  editMessage('m1', 'better', { editedAt, mentions: ['u-bob'] });
  expect(one('m1')).toMatchObject({ message: 'better', edited_at: editedAt, mentions: ['u-bob'] });
  expect(one('m1')?.preview).toBeUndefined();
  expect(one('m4')?.reply_to_text).toBe('better');
});

it('does not bring a deleted text back by a late edit', () => {
  deleteMessage('m1');
  editMessage('m1', 'x');
  expect(one('m1')?.message).toBe('');
});

it('describes media anew, also of a page that was read before, but not of a deleted message', () => {
  const metadata = { duration: 2, transcript: 'Hello' };
  describeMedia('m1', metadata);
  expect(one('m1')?.media_metadata).toEqual(metadata);
  describeMedia('m0', metadata);
  showOlderPage(read([body({ seq: 0 })], { asOf: String(lastEvent() - 1) }));
  expect(one('m0')?.media_metadata).toEqual(metadata);
  deleteMessage('m1');
  describeMedia('m1', metadata);
  expect(one('m1')?.media_metadata).toBeUndefined();
});

it('begins what is new with the first message of others after the number read', () => {
  addMessage(body({ seq: 4, user_id: 'u-me' }));
  addMessage(body({ seq: 7 }));
  const first = (unreadAfter: number | null, more = false) =>
    firstUnread({ ...useRoomLog.getState(), unreadAfter, more }, (m) => m.user_id !== 'u-me');
  expect(first(null)).toBeNull();
  expect(first(3)).toBe('m7');
  expect(first(5)).toBe('m7');
  expect(first(7)).toBeNull();
  // What lies between the number and the first loaded message is unknown.
  expect(first(0, true)).toBeNull();
  expect(first(0)).toBe('m1');
});

it('counts a revision for every change but a new message at the end', () => {
  const revision = () => useRoomLog.getState().revision;
  const before = revision();
  addMessage(body({ seq: 9 }));
  expect(revision()).toBe(before);
  addMessage(body({ seq: 8 }));
  expect(revision()).toBe(before + 1);
  addReaction(reaction);
  expect(revision()).toBe(before + 2);
});
