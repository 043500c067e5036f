// Messages that the person has sent and the room has not shown yet. One message is under
// way at a time, so the room's order is the order of sending. After a dropped connection or
// a reload a message is sent again with the same clientMsgId, which the server stores once.
import { texts } from 'texts:chat/rules';
import { newId } from '@/net/newId';
import { serverNow } from '@/net/serverClock';
import { useRoomLog } from '@/stores/roomlog/roomLog';
import { createMemberStore } from '@/stores/session/memberStore';
import { tabList } from '@/stores/session/tabList';
import { tabKeys } from '@/stores/session/tabStorage';
import { forgetWithMember, wordsUnder } from '@/stores/session/writing';
import type { MediaKind } from '@/wire/bodies.gen';
import type { MediaMetadata, SendMessage } from '@/wire/frames.gen';
import { reconnectToSend, rejoin, transmit, useConnection } from './connection';
import { showRoomNotice } from './roomNotice';

/** The message that is replied to. */
export interface ReplyTarget {
  id: string;
  userId: string;
  username: string;
  /** The text in the preview; '' once it is deleted. */
  text: string;
}

/** The result of an upload, as a message carries it. */
export interface SentMedia {
  kind: MediaKind;
  mediaUrl: string;
  thumbnailUrl: string;
  metadata: MediaMetadata;
}

export interface Pending {
  clientMsgId: string;
  kind: 'text' | 'gif' | MediaKind;
  /** The text, or the address of the GIF or the upload. */
  content: string;
  /** Of an upload. */
  media?: SentMedia;
  replyTo: ReplyTarget | null;
  createdAt: number;
  /** queued: waits for its turn or the connection. sent: awaits its message event. */
  state: 'queued' | 'sent' | 'failed';
  /** Why it failed, in the server's words. */
  reason: string;
}

interface OutgoingState {
  /** The storage key of the items: one per member and room. */
  place: string | null;
  roomId: string | null;
  items: readonly Pending[];
  /** When the server will take the next one after a rate limit; null otherwise. */
  waitUntil: number | null;
  /** The wait is the room's slow mode. */
  slowMode: boolean;
}

export const useOutgoing = createMemberStore<OutgoingState>(
  () => ({ place: null, roomId: null, items: [], waitUntil: null, slowMode: false }),
  resetOutgoing, // stored items wait for the same member
);

const rateLimitWaitMs = 1_000;
const answerMs = 10_000;

const storageKey = (memberId: string, roomId: string) => `${wordsUnder.outgoing}:${memberId}:${roomId}`;

let waitTimer: ReturnType<typeof setTimeout> | undefined;
let answerTimer: ReturnType<typeof setTimeout> | undefined;

/** Loads what a member had under way in a room, also after a reload. */
export function openOutgoing(memberId: string, roomId: string) {
  clearTimers();
  const place = storageKey(memberId, roomId);
  useOutgoing.setState({ place, roomId, items: queuedAgain(read(place)), waitUntil: null, slowMode: false });
}

/** How many messages of the open room have not reached the server. */
export const unsentHere = () => useOutgoing.getState().items.filter((item) => item.state !== 'failed').length;

/** How many messages a member has waiting in each room of this tab. */
export function unsentByRoom(memberId: string): ReadonlyMap<string, number> {
  const prefix = storageKey(memberId, '');
  const counts = new Map<string, number>();
  for (const key of tabKeys(prefix)) counts.set(key.slice(prefix.length), read(key).length);
  return counts;
}

/** Clears the items on screen; stored ones wait until the room is opened again. */
export function resetOutgoing() {
  clearTimers();
  useOutgoing.setState(useOutgoing.getInitialState(), true);
}

/** Sends a message: at once when the connection is up, else when it is back. */
export function enqueue(kind: 'text' | 'gif', content: string, replyTo: ReplyTarget | null) {
  append({ kind, content, replyTo });
}

/** Sends an upload in the same way. */
export function enqueueMedia(media: SentMedia, replyTo: ReplyTarget | null) {
  append({ kind: media.kind, content: media.mediaUrl, media, replyTo });
}

function append(what: Pick<Pending, 'kind' | 'content' | 'media' | 'replyTo'>) {
  const item: Pending = {
    ...what,
    clientMsgId: newId(),
    createdAt: serverNow(),
    state: 'queued',
    reason: '',
  };
  changePending((items) => [...items, item]);
  reconnectToSend();
  sendNext();
}

/** Sends the next queued message unless one is under way or a wait runs. */
export function sendNext() {
  const { items, waitUntil, roomId } = useOutgoing.getState();
  const { inRoom, roomId: connectedRoom } = useConnection.getState();
  if (!inRoom || !roomId || connectedRoom !== roomId || waitUntil !== null) return;
  if (items.some((item) => item.state === 'sent')) return;
  const next = items.find((item) => item.state === 'queued');
  if (!next || !transmit(frameOf(next, roomId))) return;
  patchPending(next.clientMsgId, { state: 'sent' });
  clearTimeout(answerTimer);
  answerTimer = setTimeout(rejoin, answerMs);
}

/** The connection went down, or a join was answered: sends again what was under way. */
export function resendPending() {
  clearTimeout(answerTimer);
  changePending(queuedAgain);
  sendNext();
}

/** A message event carries this id: the room shows it now. */
export function resolvePending(clientMsgId: string) {
  if (!useOutgoing.getState().items.some((item) => item.clientMsgId === clientMsgId)) return;
  clearTimeout(answerTimer);
  changePending((items) => items.filter((item) => item.clientMsgId !== clientMsgId));
  sendNext();
}

/** The server wants a pause: the message keeps its place and goes later. */
export function pauseSending(retryAfterMs: number | undefined, slowMode = false) {
  clearTimers();
  const waitMs = Math.max(rateLimitWaitMs, retryAfterMs ?? 0);
  changePending(queuedAgain);
  useOutgoing.setState({ waitUntil: Date.now() + waitMs, slowMode });
  waitTimer = setTimeout(() => {
    useOutgoing.setState({ waitUntil: null });
    sendNext();
  }, waitMs);
}

/** The server refused this message for good. */
export function failPending(clientMsgId: string, reason: string) {
  clearTimeout(answerTimer);
  patchPending(clientMsgId, { state: 'failed', reason });
  showRoomNotice(texts.sendFailed);
  sendNext();
}

/** Sends a failed message again, under the same id. */
export function retry(clientMsgId: string) {
  patchPending(clientMsgId, { state: 'queued', reason: '' });
  reconnectToSend();
  sendNext();
}

/** Removes a failed message. */
export function discard(clientMsgId: string) {
  changePending((items) => items.filter((item) => item.clientMsgId !== clientMsgId));
}

/** A message of the open room was deleted: waiting replies no longer show its text. */
export function replyTargetDeleted(messageId: string) {
  const quotes = (item: Pending) => item.replyTo?.id === messageId && item.replyTo.text !== '';
  changePending((items) =>
    items.some(quotes)
      ? items.map((item) =>
          item.replyTo && quotes(item) ? { ...item, replyTo: { ...item.replyTo, text: '' } } : item,
        )
      : items,
  );
}

function frameOf(item: Pending, roomId: string): SendMessage {
  return {
    type: 'send_message',
    message: item.content,
    messageType: item.kind,
    roomId,
    ...(item.replyTo ? { replyToMessageId: item.replyTo.id } : {}),
    ...mediaDataOf(item),
    clientMsgId: item.clientMsgId,
  };
}

function mediaDataOf({ kind, content, media }: Pending): Pick<SendMessage, 'mediaData'> {
  if (kind === 'gif') return { mediaData: { mediaUrl: content } };
  if (!media) return {};
  const { mediaUrl, thumbnailUrl } = media;
  // A transcript is long, and the server has it with the upload.
  const { transcript: _, ...metadata } = media.metadata;
  return { mediaData: { mediaUrl, thumbnailUrl, metadata } };
}

const queuedAgain = (items: readonly Pending[]): readonly Pending[] =>
  items.some((item) => item.state === 'sent')
    ? items.map((item) => (item.state === 'sent' ? { ...item, state: 'queued' } : item))
    : items;

function patchPending(clientMsgId: string, over: Partial<Pending>) {
  changePending((items) =>
    items.map((item) => (item.clientMsgId === clientMsgId ? { ...item, ...over } : item)),
  );
}

function changePending(make: (items: readonly Pending[]) => readonly Pending[]) {
  const { place, items } = useOutgoing.getState();
  const next = make(items);
  if (next === items) return;
  useOutgoing.setState({ items: next });
  if (place) tabList(place).store(next);
}

function clearTimers() {
  clearTimeout(waitTimer);
  clearTimeout(answerTimer);
}

const read = (place: string) => tabList<unknown>(place).read().filter(isPending);

function isPending(value: unknown): value is Pending {
  return (
    typeof value === 'object' &&
    value !== null &&
    'clientMsgId' in value &&
    typeof value.clientMsgId === 'string' &&
    'content' in value &&
    typeof value.content === 'string'
  );
}

// A page may show a deletion for which no frame was received: before a reload, say.
useRoomLog.subscribe((now, before) => {
  const { items, roomId } = useOutgoing.getState();
  if (now.revision === before.revision || items.length === 0 || now.roomId !== roomId) return;
  const quoted = new Set(items.map((item) => item.replyTo?.id));
  for (const m of now.messages) if (m.deleted_at !== null && quoted.has(m.id)) replyTargetDeleted(m.id);
});

forgetWithMember(resetOutgoing);
