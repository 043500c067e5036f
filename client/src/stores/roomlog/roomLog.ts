// The messages of the room on screen: one list in the room's order. The socket
// (stores/frames/applyFrame.ts) and HTTP pages (historyPages.ts) fill it; the room's events
// (messageChanges.ts) change it.
import { createMemberStore } from '@/stores/session/memberStore';
import type { MessageBody } from '@/wire/frames.gen';
import { forgetFlags, forgetRoomEvents } from './roomEvents';

export interface RoomLogState {
  /** The room on screen, null outside chat. */
  roomId: string | null;
  /** In the order of seq, each id once. */
  messages: readonly MessageBody[];
  /** Counts the changes of `messages` that are more than new ones at the end. */
  revision: number;
  history: 'loading' | 'ready' | 'failed';
  /** Whether older messages exist than the first of `messages`. */
  more: boolean;
  older: 'idle' | 'loading' | 'failed';
  /** Newer messages exist than the last of `messages`: the list ends there. */
  newerCut: boolean;
  /** The message, or the number, that a list was loaded around, while the person reads there. */
  around: string | null;
  /** Number of the last event of the room that was applied; null before the first join. */
  lastSeq: number | null;
  /** Of the server's database: a number of another epoch means nothing. */
  epoch: number | undefined;
  /** The last number of the history that is on its way; null when none is. */
  historyUpTo: number | null;
  /** Messages before the newest page are being requested again. */
  rereading: boolean;
  /** Ids of the first message of every page. */
  pageStarts: ReadonlySet<string>;
  /** Others' messages with a higher number are unread; null when none is. */
  unreadAfter: number | null;
}

export const historyPage = 50;

const closed = (): RoomLogState => ({
  roomId: null,
  messages: [],
  revision: 0,
  history: 'loading',
  more: true,
  older: 'idle',
  newerCut: false,
  around: null,
  lastSeq: null,
  epoch: undefined,
  historyUpTo: null,
  rereading: false,
  pageStarts: new Set(),
  unreadAfter: null,
});

export const useRoomLog = createMemberStore(closed, resetRoomLog);

/** What an event's number means: the next one, one already applied, or a gap before it. */
export type Step = 'next' | 'old' | 'gap';

/** Opens a room with an empty list and without numbers. */
export function openRoom(roomId: string) {
  forgetRoomEvents();
  const revision = useRoomLog.getState().revision + 1;
  useRoomLog.setState({ ...useRoomLog.getInitialState(), revision, roomId }, true);
}

/** Back to the state outside chat. */
export function resetRoomLog() {
  forgetRoomEvents();
  const revision = useRoomLog.getState().revision + 1;
  useRoomLog.setState({ ...useRoomLog.getInitialState(), revision }, true);
}

/**
 * The server cannot resume the list: it sends the history anew, with everything up to
 * seq. The messages on screen stay until it comes, but for those of another epoch: the last
 * of them may be gone, and their numbers others'. Says whether it is another one.
 */
export function restartHistory(seq: number, epoch?: number): boolean {
  forgetFlags();
  const { epoch: before, messages, revision } = useRoomLog.getState();
  const another = before !== undefined && before !== epoch;
  useRoomLog.setState({
    lastSeq: seq,
    epoch,
    historyUpTo: seq,
    older: 'idle',
    rereading: false,
    messages: another ? [] : messages,
    revision: another ? revision + 1 : revision,
  });
  return another;
}

/** Forgets the last number: the next join brings the history anew. */
export function forgetSeq() {
  useRoomLog.setState({ lastSeq: null, around: null });
}

function stepOf(seq: number): Step {
  const { lastSeq } = useRoomLog.getState();
  if (lastSeq === null || seq === lastSeq + 1) return 'next';
  return seq <= lastSeq ? 'old' : 'gap';
}

/** Records the number of a room event; only the next one is to be applied. */
export function acceptSeq(seq: number): Step {
  const step = stepOf(seq);
  if (step === 'next' && useRoomLog.getState().lastSeq !== null) useRoomLog.setState({ lastSeq: seq });
  return step;
}

/** Records the number of a message event and adds the message, in one change of the store. */
export function takeMessage(message: MessageBody): Step {
  const step = stepOf(message.seq);
  if (step === 'gap') return step;
  const change = withMessage(message);
  if (step === 'next' && useRoomLog.getState().lastSeq !== null)
    useRoomLog.setState({ ...change, lastSeq: message.seq });
  else if (change) useRoomLog.setState(change);
  return step;
}

/** Adds one message to the list; false for one that is known or has no place in it. */
export function addMessage(message: MessageBody): boolean {
  const change = withMessage(message);
  if (change) useRoomLog.setState(change);
  return change?.messages !== undefined;
}

/**
 * The list with one message more. A known id is ignored. A message older than the list
 * (the answer to a resend) is left out, since it would hide a gap.
 */
function withMessage(message: MessageBody): Partial<RoomLogState> | null {
  const { messages, revision, more, newerCut } = useRoomLog.getState();
  const newest = messages.at(-1);
  if (newest && message.seq > newest.seq && (newerCut || messages.length >= loadedAtMost))
    return newerCut ? null : { newerCut: true };
  // Nearly every message is the newest: no search is needed.
  if (!newest || message.seq > newest.seq) return { messages: [...messages, message] };
  if (messages.some((m) => m.id === message.id)) return null;
  const first = messages[0];
  if (first && more && message.seq < first.seq) return null;
  return { messages: mergeBySeq(messages, [message]), revision: revision + 1 };
}

/** Above so many loaded messages the newest are dropped; they are loaded again at the end of the list. */
export const loadedAtMost = 12_000;

/** Places the "new" line after a number; null removes it. */
export function markUnreadAfter(seq: number | null) {
  if (useRoomLog.getState().unreadAfter !== seq) useRoomLog.setState({ unreadAfter: seq });
}

/**
 * The message below the "new" line: the first news after unreadAfter. There is none while
 * the messages before it are not loaded.
 */
export function firstUnread(
  { messages, unreadAfter, more }: RoomLogState,
  isNews: (message: MessageBody) => boolean,
): string | null {
  if (unreadAfter === null) return null;
  let at = afterSeq(messages, unreadAfter);
  if (at === 0 && more) return null;
  for (let m = messages[at]; m; m = messages[++at]) if (isNews(m)) return m.id;
  return null;
}

/** The index of the first message with a higher number. */
export function afterSeq(messages: readonly MessageBody[], seq: number): number {
  let [low, high] = [0, messages.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((messages[middle]?.seq ?? 0) > seq) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Merges both lists by seq, each id once; `now` wins over `page`. */
export function mergeBySeq(page: readonly MessageBody[], now: readonly MessageBody[]): MessageBody[] {
  const known = new Set(now.map((m) => m.id));
  const merged = [...page.filter((m) => !known.has(m.id)), ...now];
  return merged.sort((a, b) => a.seq - b.seq);
}
