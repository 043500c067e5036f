// The messages of the room on screen: one list in the room's order, filled by
// the socket (stores/applyFrame.ts) and by HTTP pages (stores/room/chatPages.ts), and
// changed by the room's events (stores/room/chatChanges.ts).
import { createMemberStore } from '@/stores/session/memberStore';
import type { MessageBody } from '@/wire/frames.gen';
import { forgetFlags, forgetRoomEvents } from './roomEvents';

export interface ChatState {
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
  /** Number of the room's last event applied here; null before the first join. */
  lastSeq: number | null;
  /** Up to where the history that is on its way reaches; null when none is. */
  historyUpTo: number | null;
  /** Messages before the newest page are being asked for once more. */
  rereading: boolean;
  /** The first message of every page, as it came. */
  pageStarts: ReadonlySet<string>;
  /** Others' messages with a higher number are new to the member; null: none is. */
  unreadAfter: number | null;
}

export const historyPage = 50;

const closed = (): ChatState => ({
  roomId: null,
  messages: [],
  revision: 0,
  history: 'loading',
  more: true,
  older: 'idle',
  newerCut: false,
  lastSeq: null,
  historyUpTo: null,
  rereading: false,
  pageStarts: new Set(),
  unreadAfter: null,
});

export const useChat = createMemberStore(closed, resetChat);

/** What an event's number means: the next one, one already had, or a gap before it. */
export type Step = 'next' | 'old' | 'gap';

/** Shows a room from nothing: list, seen ids and numbers start anew. */
export function openRoom(roomId: string) {
  forgetRoomEvents();
  const revision = useChat.getState().revision + 1;
  useChat.setState({ ...useChat.getInitialState(), revision, roomId }, true);
}

/** Back to the state outside chat. */
export function resetChat() {
  forgetRoomEvents();
  const revision = useChat.getState().revision + 1;
  useChat.setState({ ...useChat.getInitialState(), revision }, true);
}

/**
 * The server says the list cannot be resumed: it sends it anew, with everything
 * up to seq. What is shown stays until that comes.
 */
export function restartHistory(seq: number) {
  forgetFlags();
  useChat.setState({ lastSeq: seq, historyUpTo: seq, older: 'idle', rereading: false });
}

/** Nothing of the room's log counts as had: the next join brings the history anew. */
export function forgetSeq() {
  useChat.setState({ lastSeq: null });
}

function stepOf(seq: number): Step {
  const { lastSeq } = useChat.getState();
  if (lastSeq === null || seq === lastSeq + 1) return 'next';
  return seq <= lastSeq ? 'old' : 'gap';
}

/** Takes the number of a room event, and says whether it is to be applied. */
export function acceptSeq(seq: number): Step {
  const step = stepOf(seq);
  if (step === 'next' && useChat.getState().lastSeq !== null) useChat.setState({ lastSeq: seq });
  return step;
}

/** A message event: takes its number and puts it into the list, in one change of the store. */
export function takeMessage(message: MessageBody): Step {
  const step = stepOf(message.seq);
  if (step === 'gap') return step;
  const change = withMessage(message);
  if (step === 'next' && useChat.getState().lastSeq !== null)
    useChat.setState({ ...change, lastSeq: message.seq });
  else if (change) useChat.setState(change);
  return step;
}

/** Puts one message into the list; false for one that is known or has no place in it. */
export function addMessage(message: MessageBody): boolean {
  const change = withMessage(message);
  if (change) useChat.setState(change);
  return change?.messages !== undefined;
}

/**
 * The list with one message more. A known id is ignored; one older than the list
 * reaches (the answer to a resend) is not put where it would hide a hole.
 */
function withMessage(message: MessageBody): Partial<ChatState> | null {
  const { messages, revision, more, newerCut } = useChat.getState();
  const newest = messages.at(-1);
  if (newest && message.seq > newest.seq && (newerCut || messages.length >= loadedAtMost))
    return newerCut ? null : { newerCut: true };
  // Nearly always it is the newest, and then nothing has to be searched.
  if (!newest || message.seq > newest.seq) return { messages: [...messages, message] };
  if (messages.some((m) => m.id === message.id)) return null;
  const first = messages[0];
  if (first && more && message.seq < first.seq) return null;
  return { messages: mergeBySeq(messages, [message]), revision: revision + 1 };
}

/** With so many loaded, newer ones are let go; they come back at the end of the list. */
export const loadedAtMost = 12_000;

/** Places the "new" line after a number, or takes it away. */
export function markUnreadAfter(seq: number | null) {
  if (useChat.getState().unreadAfter !== seq) useChat.setState({ unreadAfter: seq });
}

/**
 * The message that the "new" line stands above: the first news after unreadAfter.
 * While what lies before it is not loaded there is none.
 */
export function firstUnread(
  { messages, unreadAfter, more }: ChatState,
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

/** Both lists in one, by seq, each id once; what `now` holds stands. */
export function mergeBySeq(page: readonly MessageBody[], now: readonly MessageBody[]): MessageBody[] {
  const known = new Set(now.map((m) => m.id));
  const merged = [...page.filter((m) => !known.has(m.id)), ...now];
  return merged.sort((a, b) => a.seq - b.seq);
}
