// How far the member has read the room on screen. Messages count as read while the page is
// visible and the list is at its end. The mark goes to the server from time to time, and at
// once when the person leaves.
import { api } from '@/net/api';
import { useIgnored } from '@/stores/chat/ignored';
import { countedAtMost, onReadMarked, shownRoomMoved, useRooms } from '@/stores/chat/rooms';
import { afterSeq, markUnreadAfter, type RoomLogState, useRoomLog } from '@/stores/roomlog/roomLog';
import { onSessionEnd } from '@/stores/session/memberStore';
import { useSession } from '@/stores/session/session';
import type { ReadMarked } from '@/wire/bodies.gen';
import type { LastMessage, MessageBody } from '@/wire/frames.gen';
import { usePresence } from './presence';

const firstAfterMs = 600;
const thenAfterMs = 10_000;
// Everybody in a room reads the same message, and each mark is a call of its own. With
// this pause a large room makes some twenty calls a second, however many people are in it.
const perPersonMs = 45;
const thenAtMostMs = 60_000;
const listAwaitedMs = 5_000;
const listedAfterMs = 1_000;

let attending = false;
let timer: ReturnType<typeof setTimeout> | undefined;
let dueAt = 0;
let listTimer: ReturnType<typeof setTimeout> | undefined;
let sent = { roomId: '', seq: 0 };
let waited = false;

/** Sets whether the person sees the newest message. */
export function setAttending(now: boolean) {
  if (attending === now) return;
  // The mark of what was seen goes out first.
  if (attending) sendNow();
  attending = now;
  if (now) sendSoon(useRoomLog.getState());
}

const headOf = ({ lastSeq, messages }: RoomLogState) => Math.max(lastSeq ?? 0, messages.at(-1)?.seq ?? 0);

function sendSoon(log: RoomLogState) {
  if (!attending || log.history !== 'ready' || log.newerCut || !log.roomId) return;
  const known = sent.roomId === log.roomId ? sent.seq : 0;
  if (headOf(log) <= known || timer !== undefined) return;
  sendIn(known === 0 ? firstAfterMs : thenMs());
}

function sendIn(ms: number) {
  clearTimeout(timer);
  dueAt = Date.now() + ms;
  timer = setTimeout(sendNow, ms);
}

const spread = (ms: number) => ms * (1 + Math.random() / 2);

/** How long the next mark waits while the person stays. */
function thenMs() {
  const people = usePresence.getState().roomCount ?? 0;
  return spread(Math.min(thenAtMostMs, Math.max(thenAfterMs, people * perPersonMs)));
}

/** The mark goes out sooner for a message that names the member: other devices show a badge for it. */
function hurryForMention(log: RoomLogState, before: RoomLogState) {
  const me = useSession.getState().user?.id;
  if (!me || timer === undefined || log.revision !== before.revision) return;
  if (dueAt - Date.now() <= 1.5 * thenAfterMs) return;
  const came = log.messages.slice(before.messages.length);
  if (came.some((m) => m.user_id !== me && m.mentions?.includes(me))) sendIn(spread(thenAfterMs));
}

/** Sends how far the person has read, unless the server knows. */
function sendNow() {
  clearTimeout(timer);
  timer = undefined;
  const log = useRoomLog.getState();
  const { roomId } = log;
  if (!attending || log.history !== 'ready' || log.newerCut || !roomId) return;
  // Until the list says how far the member had read, the place of the "new" line is unknown.
  if (!useRooms.getState().byId[roomId] && !waited) {
    waited = true;
    sendIn(listAwaitedMs);
    return;
  }
  const seq = headOf(log);
  if (seq === 0 || (sent.roomId === roomId && sent.seq >= seq)) return;
  sent = { roomId, seq };
  void sendMark(roomId, seq);
}

async function sendMark(roomId: string, seq: number) {
  const asked = useRooms.getState().byId[roomId];
  try {
    const path = `/chat/room/${encodeURIComponent(roomId)}/read`;
    const { lastReadSeq, unread, mentions } = await api.post<ReadMarked>(path, { seq }, { keepalive: true });
    // The server may have counted before messages that were received since.
    const now = useRooms.getState().byId[roomId];
    const received = (count: 'unread' | 'mentions') =>
      asked && now && lastReadSeq <= seq ? now[count] - asked[count] : 0;
    onReadMarked({
      roomId,
      lastReadSeq,
      unread: Math.max(unread, received('unread')),
      mentions: Math.max(mentions, received('mentions')),
    });
    if (useRoomLog.getState().roomId === roomId) listShown();
  } catch {
    // Sent again with the next message, or when the room is left.
    if (sent.roomId === roomId && sent.seq === seq) sent = { roomId, seq: seq - 1 };
  }
}

/** The member has read further on another device: the "new" line follows. */
export function readOnAnotherDevice(roomId: string, lastReadSeq: number) {
  const { roomId: shown, unreadAfter } = useRoomLog.getState();
  const own = sent.roomId === roomId ? sent.seq : 0;
  if (roomId !== shown || lastReadSeq <= own || unreadAfter === null) return;
  if (lastReadSeq > unreadAfter) markUnreadAfter(lastReadSeq);
}

/** The room is left: sends what was seen. */
export function leaveReading() {
  setAttending(false);
  resetReading();
}

/** Without a session nothing can be sent. */
function resetReading() {
  attending = false;
  clearTimeout(timer);
  clearTimeout(listTimer);
  timer = listTimer = undefined;
  sent = { roomId: '', seq: 0 };
  waited = false;
}

const previewLength = 80;

/** A message as the list of rooms shows it. */
function lastMessageOf(m: MessageBody): LastMessage {
  const { id, user_id: userId, username, message_type: messageType, created_at: createdAt } = m;
  const text = m.deleted_at || messageType !== 'text' ? '' : m.message;
  return {
    id,
    userId,
    username,
    messageType,
    createdAt,
    preview: [...text].slice(0, previewLength).join(''),
  };
}

// Updates the room on screen in the list of rooms, at most once a second.
function listShown() {
  clearTimeout(listTimer);
  listTimer = undefined;
  const log = useRoomLog.getState();
  const { roomId, messages, newerCut } = log;
  const room = roomId ? useRooms.getState().byId[roomId] : undefined;
  const newest = messages.at(-1);
  if (!room || !newest || newerCut || log.history !== 'ready') return;
  const me = useSession.getState().user?.id;
  // As the server counts.
  const { members: ignored } = useIgnored.getState();
  const unread = attending
    ? 0
    : messages
        .slice(afterSeq(messages, room.lastReadSeq))
        .reduce((n, m) => (m.user_id !== me && !ignored.has(m.user_id) && !m.deleted_at ? n + 1 : n), 0);
  shownRoomMoved(room.id, {
    lastSeq: Math.max(room.lastSeq, headOf(log)),
    lastMessage: lastMessageOf(newest),
    unread: Math.min(countedAtMost, unread),
    ...(attending ? { mentions: 0 } : {}),
  });
}

useRoomLog.subscribe((log, before) => {
  if (log.lastSeq === before.lastSeq && log.messages === before.messages) return;
  sendSoon(log);
  hurryForMention(log, before);
  if (log.roomId) listTimer ??= setTimeout(listShown, listedAfterMs);
});
window.addEventListener('pagehide', sendNow);
onSessionEnd(resetReading);
