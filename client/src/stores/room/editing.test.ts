// Changing a text that was sent: nothing is lost, whatever the server says.
import { beforeEach, expect, it, vi } from 'vitest';
import { FakeSocket } from '@/net/socket.fixture';
import { comeIn, error, joined, message, playRoom, receive, sent } from '@/stores/frames/frames.fixture';
import { leaveRoomNow } from '@/stores/frames/roomSession';
import { bodies, body } from '@/stores/roomlog/messages.fixture';
import { readTabItem } from '@/stores/session/tabStorage';
import { wordsUnder } from '@/stores/session/writing';
import { draft, draftOf, resetDrafts, useDrafts } from './drafts';
import { canChangeWords, cancelEdit, canEdit, startEdit, submitEdit } from './editing';

playRoom();
beforeEach(() => {
  sessionStorage.clear();
  resetDrafts();
});

const now = () => draftOf('general')(useDrafts.getState());
const own = body({ seq: 3, user_id: 'u-me', message: 'first' });
const edited = (message: string, seq = 4) =>
  receive({
    type: 'message_edited',
    roomId: 'general',
    seq,
    messageId: own.id,
    message,
    editedAt: '2026-11-21T12:01:00Z',
    mentions: [],
  });

it('keeps what was being written while a text is changed', () => {
  comeIn();
  draft('general', { text: 'half a thought' });
  startEdit(own);
  expect(now().text).toBe('first');
  cancelEdit('general');
  expect(now()).toMatchObject({ text: 'half a thought', editing: null });
  startEdit(own);
  expect(submitEdit('general', 'second')).toBe(true);
  expect(FakeSocket.last.sent.at(-1)).toMatchObject({
    type: 'edit_message',
    roomId: 'general',
    messageId: own.id,
    message: 'second',
  });
  expect(now().text).toBe('half a thought');
});

it('opens a refused text again, and not one that has arrived', () => {
  comeIn();
  startEdit(own);
  submitEdit('general', 'too late');
  receive(error('A message can be edited for 15 minutes', { code: 'edit_too_late' }));
  expect(now()).toMatchObject({ text: 'too late', editing: { messageId: own.id } });
  submitEdit('general', 'in time');
  edited('in time');
  receive(error('Something else'));
  expect(now().text).toBe('');
});

it('keeps the text when there is no connection', () => {
  comeIn();
  startEdit(own);
  FakeSocket.last.drop(1006);
  expect(submitEdit('general', 'second')).toBe(false);
  expect(now().editing).toMatchObject({ messageId: own.id });
});

// The reply went on as a message of its own.
it('keeps whom one was replying to while a text is changed', () => {
  comeIn();
  const replyTo = { id: 'm1', userId: 'u-ann', username: 'ann', text: 'text 1' };
  draft('general', { text: 'half a reply', replyTo });
  startEdit(own);
  expect(now().replyTo).toBeNull();
  startEdit({ ...own, id: 'm2' });
  cancelEdit('general');
  expect(now()).toMatchObject({ text: 'half a reply', replyTo, editing: null });
  startEdit(own);
  receive({
    type: 'message_deleted',
    roomId: 'general',
    seq: 4,
    messageId: 'm1',
    deleted_at: '2026-11-21T12:01:00Z',
  });
  cancelEdit('general');
  expect(now()).toMatchObject({ text: 'half a reply', replyTo: null });
});

// The frame was lost with the connection, and the new text with it.
it('sends a text again that went down with the connection', async () => {
  comeIn();
  startEdit(own);
  submitEdit('general', 'second');
  FakeSocket.last.drop(1006);
  await vi.advanceTimersByTimeAsync(5_000);
  FakeSocket.last.accept();
  receive({ type: 'joined', userId: 'u-me', username: 'me', isAdmin: false, onlineCount: 9 });
  expect(sent('edit_message')).toEqual([]);
  receive(joined(3, true));
  expect(sent('edit_message')).toMatchObject([{ messageId: own.id, message: 'second' }]);
  receive(joined(3, true));
  expect(sent('edit_message')).toHaveLength(1);
  // The server had stored it the first time: it answers with that event.
  edited('second', 3);
  receive(error('Something else'));
  expect(now()).toEqual({ text: '', replyTo: null });
});

// After a reload it was known to nobody that a text was on its way.
it('sends a text again that was under way when the page was loaded anew', () => {
  comeIn();
  startEdit(own);
  submitEdit('general', 'second');
  FakeSocket.last.drop(1006);
  expect(readTabItem(wordsUnder.edits)).toContain('second');
  leaveRoomNow();
  comeIn();
  expect(sent('edit_message')).toMatchObject([{ messageId: own.id, message: 'second' }]);
  receive(error('A message can be edited for 15 minutes', { code: 'edit_too_late' }));
  expect(now()).toMatchObject({ text: 'second', editing: { messageId: own.id } });
  submitEdit('general', 'third');
  edited('third');
  expect(readTabItem(wordsUnder.edits)).toBeNull();
});

// The second of two took the place of the first, and what is written the place of a refused one.
it('opens each of several refused texts, one after the other', () => {
  comeIn();
  for (const id of ['m1', 'm2']) {
    startEdit({ ...own, id });
    submitEdit('general', `new ${id}`);
  }
  startEdit(own);
  const refuse = () => receive(error('Too late', { code: 'edit_too_late' }));
  refuse();
  refuse();
  expect(now()).toMatchObject({ text: 'first', editing: { messageId: own.id } });
  cancelEdit('general');
  expect(now()).toMatchObject({ text: 'new m1', editing: { messageId: 'm1' } });
  cancelEdit('general');
  expect(now()).toMatchObject({ text: 'new m2', editing: { messageId: 'm2' } });
  cancelEdit('general');
  expect(now()).toEqual({ text: '', replyTo: null });
});

// While new messages have to wait a text may be changed, and the server refused that too.
it('opens a text again that came too fast', () => {
  comeIn();
  startEdit(own);
  submitEdit('general', 'second');
  receive(error('rate limit exceeded', { code: 'rate_limited', retryAfterMs: 1_000 }));
  expect(now()).toMatchObject({ text: 'second', editing: { messageId: own.id } });
});

// The server answers nothing to the text that is there: a reaction that it refused later
// opened the edit again.
it('sends no text that is there already', () => {
  comeIn();
  startEdit({ ...own, message: 'text 3' });
  expect(submitEdit('general', 'text 3')).toBe(true);
  expect(sent('edit_message')).toEqual([]);
  receive(error('This reaction is not permitted'));
  expect(now()).toEqual({ text: '', replyTo: null });
});

// The text of the first was gone when another message was edited before it was sent.
it('brings an unsent text back when its message is edited again', () => {
  comeIn();
  const [first, second] = [
    { ...own, id: 'm1', message: 'text 1' },
    { ...own, id: 'm2', message: 'text 2' },
  ];
  draft('general', { text: 'half a thought' });
  startEdit(first);
  draft('general', { text: 'half a change' });
  startEdit(second);
  expect(now().text).toBe('text 2');
  startEdit(first);
  expect(now()).toMatchObject({ text: 'half a change', editing: { messageId: 'm1' } });
  // Nothing was changed of the second: it is edited as it is then.
  startEdit({ ...second, message: 'changed elsewhere' });
  expect(now().text).toBe('changed elsewhere');
  edited('seen meanwhile');
  startEdit(first);
  submitEdit('general', 'changed');
  expect(now()).toMatchObject({ text: 'half a thought', editing: null });
  startEdit(first);
  expect(now().text).toBe('text 1');
});

/** A text that went down with the connection, which comes back. */
async function comeBackWith(text: string) {
  comeIn();
  startEdit(own);
  submitEdit('general', text);
  FakeSocket.last.drop(1006);
  await vi.advanceTimersByTimeAsync(5_000);
  FakeSocket.last.accept();
  receive({ type: 'joined', userId: 'u-me', username: 'me', isAdmin: false, onlineCount: 9 });
}

// A text in doubt was sent again at once: over what another device had written since.
it('opens a text in doubt again when the message was edited elsewhere meanwhile', async () => {
  await comeBackWith('second');
  receive(joined(5, true));
  edited('from the phone');
  expect(sent('edit_message')).toEqual([]);
  receive(message({ seq: 5 }));
  expect(sent('edit_message')).toEqual([]);
  expect(now()).toMatchObject({ text: 'second', editing: { messageId: own.id } });
  submitEdit('general', 'second, and third');
  expect(sent('edit_message')).toMatchObject([{ message: 'second, and third' }]);
});

it.each([
  ['second', { text: '', replyTo: null }],
  ['from the phone', { text: 'second', editing: { messageId: own.id } }],
])('knows from the history, too, that the message says %s', async (text, then) => {
  await comeBackWith('second');
  receive(joined(9));
  expect(sent('edit_message')).toEqual([]);
  const edited_at = '2026-11-21T12:01:00Z';
  receive({
    type: 'message_history',
    roomId: 'general',
    messages: [...bodies(1, 2), { ...own, message: text, edited_at }],
  });
  expect(sent('edit_message')).toEqual([]);
  expect(now()).toMatchObject(then);
});

it('gives up a text whose message is deleted', () => {
  comeIn();
  startEdit(own);
  receive({
    type: 'message_deleted',
    roomId: 'general',
    seq: 4,
    messageId: own.id,
    deleted_at: '2026-11-21T12:01:00Z',
  });
  expect(now()).toEqual({ text: '', replyTo: null });
});

it('offers it for own texts of the last 15 minutes', () => {
  const at = Date.parse(own.created_at);
  expect(canEdit(own, 'u-me', at + 899_000)).toBe(true);
  expect(canEdit(own, 'u-me', at + 900_000)).toBe(false);
  expect(canEdit(own, 'u-ann', at)).toBe(false);
  expect(canEdit({ ...own, message_type: 'gif' }, 'u-me', at)).toBe(false);
});

it('offers other words for own voice messages and videos, however old', () => {
  for (const message_type of ['voice', 'video'] as const) {
    const media = { ...own, message_type };
    expect(canChangeWords({ ...media, created_at: '2020-01-01T00:00:00Z' }, 'u-me')).toBe(true);
    expect(canChangeWords(media, 'u-ann')).toBe(false);
    expect(canChangeWords({ ...media, deleted_at: '2026-11-21T12:01:00Z' }, 'u-me')).toBe(false);
  }
  expect(canChangeWords({ ...own, message_type: 'image' }, 'u-me')).toBe(false);
  expect(canChangeWords(own, 'u-me')).toBe(false);
});
