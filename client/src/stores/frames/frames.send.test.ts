// Frames in, stores and frames out: what the person sends, and what becomes of it.
import { expect, it, vi } from 'vitest';
import { FakeSocket } from '@/net/socket.fixture';
import { discard, enqueue, enqueueMedia, retry, unsentByRoom, useOutgoing } from '@/stores/room/outgoing';
import { useRoomNotice } from '@/stores/room/roomNotice';
import { sendChange } from '@/stores/room/underWay';
import { useToasts } from '@/stores/toast';
import { comeIn, error, joined, message, playRoom, receive, sent, texts } from './frames.fixture';
import { enterRoom, leaveRoomNow } from './roomSession';

playRoom();

it('shows a send once: pending until its message event (CHAT-7, WS-14)', () => {
  comeIn();
  enqueue('text', 'hello', null);
  const [frame] = sent('send_message');
  expect(frame).toMatchObject({ message: 'hello', messageType: 'text', roomId: 'general' });
  const id = useOutgoing.getState().items[0]?.clientMsgId;
  const event = message({ seq: 4, message: 'hello', user_id: 'u-me', username: 'me', clientMsgId: id });
  receive(event);
  receive(event);
  expect(useOutgoing.getState().items).toEqual([]);
  expect(texts().filter((t) => t === 'hello')).toHaveLength(1);
});

it('resends under the same id after a lost connection, also after a reload', () => {
  comeIn();
  enqueue('text', 'kept', null);
  const id = useOutgoing.getState().items[0]?.clientMsgId;
  FakeSocket.last.drop(1006);
  leaveRoomNow(); // the page goes; the queue stays in this tab
  comeIn();
  expect(sent('send_message')).toMatchObject([{ message: 'kept', clientMsgId: id }]);
  // The server had stored it the first time: it answers with that old event.
  receive(message({ seq: 2, user_id: 'u-me', id: 'm2', message: 'kept', clientMsgId: id }));
  expect(useOutgoing.getState().items).toEqual([]);
});

it('sends one at a time, so that the room has them in the order of writing', () => {
  comeIn();
  enqueue('text', 'one', null);
  enqueue('text', 'two', null);
  expect(sent('send_message')).toHaveLength(1);
  const id = useOutgoing.getState().items[0]?.clientMsgId;
  receive(message({ seq: 4, user_id: 'u-me', message: 'one', clientMsgId: id }));
  expect(sent('send_message')).toHaveLength(2);
});

// A member who copied the id of another's message took it out of the queue.
it("does not take another member's message for one's own (CHAT-7)", () => {
  comeIn();
  enqueue('text', 'mine', null);
  const id = useOutgoing.getState().items[0]?.clientMsgId;
  receive(message({ seq: 4, user_id: 'u-eve', message: 'copied', clientMsgId: id }));
  expect(useOutgoing.getState().items).toHaveLength(1);
});

it('says that a message waits unsent when the room is left', () => {
  comeIn();
  FakeSocket.last.drop(1006);
  enqueue('text', 'later', null);
  leaveRoomNow();
  expect(useToasts.getState().toasts.map((t) => t.text)).toEqual([
    '1 message is not sent yet. It goes when you open the room again.',
  ]);
  expect(unsentByRoom('u-me').get('general')).toBe(1);
});

it("says 'Connection lost. Reconnecting...' when sending while down, and reconnects at once (CHAT-31)", () => {
  comeIn();
  FakeSocket.last.drop(1006);
  enqueue('text', 'later', null);
  expect(FakeSocket.opened).toHaveLength(2);
  FakeSocket.last.drop(1006);
  vi.advanceTimersByTime(900);
  enqueue('text', 'again', null);
  FakeSocket.last.drop(1006);
  expect(useRoomNotice.getState().connection).toBeNull();
  vi.advanceTimersByTime(100);
  expect(useRoomNotice.getState().connection).toBe('Connection lost. Reconnecting...');
  window.dispatchEvent(new Event('online'));
  vi.advanceTimersByTime(2_000);
  FakeSocket.last.accept();
  receive(joined(3, true));
  expect(useRoomNotice.getState().connection).toBeNull();
  expect(sent('send_message')).toMatchObject([{ message: 'later' }]);
});

it('keeps a refused message with its reason, for another try or for giving up (CHAT-31)', () => {
  comeIn();
  enqueue('text', 'no', null);
  const id = useOutgoing.getState().items[0]?.clientMsgId ?? '';
  receive(error('The reply target is gone', { clientMsgId: id }));
  expect(useOutgoing.getState().items[0]).toMatchObject({
    state: 'failed',
    reason: 'The reply target is gone',
  });
  expect(useRoomNotice.getState().notice?.text).toBe('Failed to send message');
  retry(id);
  expect(sent('send_message')).toHaveLength(2);
  receive(error('No', { clientMsgId: id }));
  discard(id);
  expect(useOutgoing.getState().items).toEqual([]);
});

it('loses no text to the rate limit: it goes after the wait (CHAT-27, WS-23)', () => {
  comeIn();
  enqueue('text', 'fast', null);
  const id = useOutgoing.getState().items[0]?.clientMsgId;
  receive(
    error('You are over the rate limit. Please wait a moment.', {
      code: 'rate_limited',
      clientMsgId: id,
      retryAfterMs: 400,
    }),
  );
  expect(useOutgoing.getState().waitUntil).not.toBeNull();
  expect(useRoomNotice.getState().notice).toBeNull();
  vi.advanceTimersByTime(999);
  expect(sent('send_message')).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(sent('send_message')).toMatchObject([{ clientMsgId: id }, { clientMsgId: id }]);
});

// Each text that was written while the server wanted a pause would have gone at once, and been
// refused: no test noticed when the wait was left out.
it('holds what is written during a wait until the wait is over, in its turn (CHAT-27, WS-23)', () => {
  comeIn();
  enqueue('text', 'fast', null);
  const first = useOutgoing.getState().items[0]?.clientMsgId;
  receive(error('Slow', { code: 'rate_limited', clientMsgId: first, retryAfterMs: 5_000 }));
  enqueue('text', 'faster', null);
  vi.advanceTimersByTime(4_999);
  expect(sent('send_message')).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(sent('send_message')).toMatchObject([{ message: 'fast' }, { message: 'fast' }]);
  receive(message({ seq: 4, user_id: 'u-me', message: 'fast', clientMsgId: first }));
  expect(sent('send_message').at(-1)).toMatchObject({ message: 'faster' });
});

it('sends nothing to a room before the server has let us in there', () => {
  comeIn();
  enterRoom('side');
  enqueue('text', 'for the side room', null);
  expect(sent('send_message')).toEqual([]);
  receive({ type: 'room_joined', roomId: 'side', onlineCount: 1, seq: 1, resumed: false });
  expect(sent('send_message')).toMatchObject([{ roomId: 'side', message: 'for the side room' }]);
});

// A send that met a server which has us in no room used to be repeated at once,
// for ever.
it('joins again before it repeats a send that the room refused', () => {
  comeIn();
  enqueue('text', 'x', null);
  const id = useOutgoing.getState().items[0]?.clientMsgId;
  receive(error('You must join a room first', { code: 'no_room', clientMsgId: id }));
  expect(sent('send_message')).toHaveLength(1);
  expect(sent('join_room')).toHaveLength(1);
  receive(joined(3, true));
  expect(sent('send_message')).toHaveLength(2);
});

it('sends an upload with what the server gave for it, and the same id again (MEDIA-6, CHAT-7)', () => {
  comeIn();
  const media = {
    kind: 'voice' as const,
    mediaUrl: '/media/7?sig=a',
    thumbnailUrl: '',
    metadata: { duration: 3.2, waveform: [1, 100] },
  };
  enqueueMedia(media, null);
  const { kind, ...mediaData } = media;
  const [frame] = sent('send_message');
  expect(frame).toMatchObject({ messageType: kind, message: media.mediaUrl, mediaData });
  const { clientMsgId } = useOutgoing.getState().items[0] ?? {};
  FakeSocket.last.drop(1006);
  leaveRoomNow();
  comeIn();
  expect(sent('send_message')).toMatchObject([{ clientMsgId, mediaData }]);
});

// They were lost with the connection, without a word to the member.
it('sends reactions and deletions again that went down with the connection', async () => {
  comeIn();
  const reaction = { roomId: 'general', reaction: '🔥' };
  for (const messageId of ['m1', 'm2']) sendChange({ type: 'add_reaction', messageId, ...reaction });
  for (const messageId of ['m2', 'm3']) sendChange({ type: 'delete_message', messageId, roomId: 'general' });
  sendChange({ type: 'remove_reaction', messageId: 'm3', ...reaction });
  const mine = { ...reaction, messageId: 'm1', user_id: 'u-me', username: 'me' };
  receive({ type: 'reaction_added', ...mine, seq: 4 });
  async function comeBack(seq: number) {
    FakeSocket.last.drop(1006);
    await vi.advanceTimersByTimeAsync(5_000);
    FakeSocket.last.accept();
    receive({ type: 'joined', userId: 'u-me', username: 'me', isAdmin: false, onlineCount: 9 });
    receive(joined(seq, true));
  }
  const changes = () => FakeSocket.last.sent.filter((frame) => 'messageId' in frame);
  await comeBack(5);
  expect(changes()).toEqual([]);
  // One had arrived: that is known once the missed events are there.
  receive({
    type: 'message_deleted',
    roomId: 'general',
    seq: 5,
    messageId: 'm3',
    deleted_at: '2026-11-21T12:01:00Z',
  });
  expect(changes()).toMatchObject([
    { type: 'add_reaction', messageId: 'm2' },
    { type: 'delete_message', messageId: 'm2' },
  ]);
  // What the server refuses is said once.
  receive(error('Message not found'));
  await comeBack(5);
  expect(changes()).toEqual([]);
});
