// The messages of the room on screen: one list in the room's order, filled by
// the socket (stores/live.ts) and by HTTP pages (stores/history.ts).
import { create } from 'zustand';
import type { MessageBody, MessageDeleted, Reaction } from '@/wire/frames.gen';

/** What was told of a message while pages were on their way. */
type Change = (m: MessageBody) => MessageBody;

export interface ChatState {
  /** The room on screen, null outside chat. */
  roomId: string | null;
  /** In the order of seq, each id once. */
  messages: readonly MessageBody[];
  history: 'loading' | 'ready' | 'failed';
  /** Whether older messages exist than the first of `messages`. */
  more: boolean;
  older: 'idle' | 'loading' | 'failed';
  /** Newer messages exist than the last of `messages`: the list was cut there. */
  newerCut: boolean;
  /** Number of the room's last event applied here; null before the first join. */
  lastSeq: number | null;
  /** Up to where the history that is on its way reaches; null when none is. */
  historyUpTo: number | null;
  /** Messages before the newest page are being asked for once more. */
  rereading: boolean;
  /**
   * Deletions, reactions and renames that arrived while a page was on its way: a
   * page read before them must not undo them. Empty when no page is awaited.
   */
  replayOnPage: readonly Change[];
  /** The first message of every page, as it came. */
  pageStarts: ReadonlySet<string>;
  /** The first message that came while the person was away. */
  unreadFrom: string | null;
}

export const historyPage = 50;

export const useChat = create<ChatState>(() => ({
  roomId: null,
  messages: [],
  history: 'loading',
  more: true,
  older: 'idle',
  newerCut: false,
  lastSeq: null,
  historyUpTo: null,
  rereading: false,
  replayOnPage: [],
  pageStarts: new Set(),
  unreadFrom: null,
}));

/** What an event's number means: the next one, one already had, or a gap before it. */
export type Step = 'next' | 'old' | 'gap';

/** Shows a room from nothing: list, seen ids and numbers start anew. */
export function openRoom(roomId: string) {
  useChat.setState({ ...useChat.getInitialState(), roomId }, true);
}

/** Back to the state outside chat. */
export function resetChat() {
  useChat.setState(useChat.getInitialState(), true);
}

/**
 * The server says the list cannot be resumed: it sends it anew, with everything
 * up to seq. What is shown stays until that comes.
 */
export function restartHistory(seq: number) {
  useChat.setState({ lastSeq: seq, historyUpTo: seq, older: 'idle', rereading: false });
}

/** Nothing of the room's log counts as had: the next join brings the history anew. */
export function forgetSeq() {
  useChat.setState({ lastSeq: null });
}

/** Takes the number of a room event, and says whether it is to be applied. */
export function acceptSeq(seq: number): Step {
  const { lastSeq } = useChat.getState();
  if (lastSeq === null) return 'next';
  if (seq <= lastSeq) return 'old';
  if (seq > lastSeq + 1) return 'gap';
  useChat.setState({ lastSeq: seq });
  return 'next';
}

/**
 * The newest messages as the socket sends them on a fresh join. Older ones that
 * were loaded before and join on without a hole stay; what happened to them
 * meanwhile is unknown, so the caller has them asked for again when this is true.
 */
export function showHistory(page: readonly MessageBody[]): boolean {
  const { messages, more, historyUpTo, pageStarts } = useChat.getState();
  const from = page[0]?.seq;
  const upTo = Math.max(page.at(-1)?.seq ?? 0, historyUpTo ?? 0);
  // What came live after the history says nothing about what lies between.
  const known = messages.findLast((m) => m.seq <= upTo)?.seq ?? 0;
  const joins = from !== undefined && known >= from;
  const above = joins ? messages.filter((m) => m.seq < from) : [];
  const live = messages.filter((m) => m.seq > upTo);
  const keeps = above.length > 0;
  useChat.setState({
    messages: [...above, ...mergeBySeq(page, live)],
    history: 'ready',
    historyUpTo: null,
    more: keeps ? more : page.length >= historyPage,
    rereading: keeps,
    newerCut: false,
    pageStarts: keeps ? pageStarts : withPageStart(new Set(), page),
  });
  forgetReplay();
  return keeps;
}

/** The newest messages as HTTP gives them; what the socket already told stands. */
export function showFirstPage(page: readonly MessageBody[]) {
  if (useChat.getState().history === 'ready') return;
  useChat.setState(({ messages, pageStarts }) => ({
    messages: mergeBySeq(page.map(replayed), messages),
    history: 'ready',
    more: page.length >= historyPage,
    pageStarts: withPageStart(pageStarts, page),
  }));
  forgetReplay();
}

/** A page of older messages; fewer than 50 is the beginning. */
export function showOlderPage(page: readonly MessageBody[]) {
  useChat.setState(({ messages, pageStarts, newerCut }) => {
    const all = mergeBySeq(page.map(replayed), messages);
    return {
      messages: all.slice(0, loadedAtMost),
      newerCut: newerCut || all.length > loadedAtMost,
      more: page.length >= historyPage,
      older: 'idle',
      pageStarts: withPageStart(pageStarts, page),
    };
  });
  forgetReplay();
}

/** A page of messages that are shown already, as they are now. */
export function replaceOnPage(page: readonly MessageBody[]) {
  const now = new Map(page.map((m) => [m.id, m]));
  useChat.setState(({ messages }) => ({
    messages: messages.map((m) => {
      const fresh = now.get(m.id);
      return fresh ? replayed(fresh) : m;
    }),
  }));
}

/** All that was kept is as it is now; after a failure what is older than `letGoBefore` is let go. */
export function endReread(letGoBefore?: number) {
  useChat.setState(({ messages }) =>
    letGoBefore === undefined
      ? { rereading: false }
      : { rereading: false, more: true, messages: messages.filter((m) => m.seq >= letGoBefore) },
  );
  forgetReplay();
}

/**
 * One message of the room. A known id is ignored; one older than the list
 * reaches (the answer to a resend) is not put where it would hide a hole.
 */
export function addMessage(message: MessageBody): boolean {
  const { messages, more, newerCut } = useChat.getState();
  const newest = messages.at(-1);
  if (newest && message.seq > newest.seq && (newerCut || messages.length >= loadedAtMost)) {
    if (!newerCut) useChat.setState({ newerCut: true });
    return false;
  }
  // Nearly always it is the newest, and then nothing has to be searched.
  if (!newest || message.seq > newest.seq) {
    useChat.setState({ messages: [...messages, message] });
    return true;
  }
  if (messages.some((m) => m.id === message.id)) return false;
  const first = messages[0];
  if (first && more && message.seq < first.seq) return false;
  useChat.setState({ messages: mergeBySeq(messages, [message]) });
  return true;
}

/** Takes a message's text, media and reactions away, and its text from replies to it. */
export function deleteMessage({ messageId, deleted_at }: Pick<MessageDeleted, 'messageId' | 'deleted_at'>) {
  alterAll((m) => {
    if (m.id === messageId) {
      return {
        ...m,
        message: '',
        media_url: null,
        media_thumbnail_url: null,
        reply_to_text: null,
        reply_to_username: null,
        reply_to_message_id: null,
        reactions: [],
        deleted_at,
      };
    }
    return m.reply_to_message_id === messageId && m.reply_to_text !== null
      ? { ...m, reply_to_text: null }
      : m;
  });
}

/** Puts one member's emoji on a message; the same twice is one. */
export function addReaction({ messageId, user_id, username, reaction }: Reaction) {
  alterMessage(messageId, (m) =>
    m.deleted_at || m.reactions.some((r) => sameReaction(r, user_id, reaction))
      ? m
      : { ...m, reactions: [...m.reactions, { messageId, user_id, username, reaction }] },
  );
}

/** Takes one member's emoji off a message. */
export function removeReaction({ messageId, user_id, reaction }: Reaction) {
  alterMessage(messageId, (m) => ({
    ...m,
    reactions: m.reactions.filter((r) => !sameReaction(r, user_id, reaction)),
  }));
}

/** Relabels everything a member wrote or reacted with. */
export function renameMember(userId: string, from: string, to: string) {
  const authors = new Map(useChat.getState().messages.map((m) => [m.id, m.user_id]));
  alterAll((m) => {
    const target = m.reply_to_message_id ? authors.get(m.reply_to_message_id) : undefined;
    // Of a target that is not loaded only the name is known.
    const answered = target ? target === userId : m.reply_to_username === from;
    return renameIn(m, (id) => (id === userId ? to : undefined), answered ? to : undefined);
  });
}

/**
 * Takes the names of now from a page of history, but for those members whose
 * name is newer than the page, and returns them by member id.
 */
export function applyNames(page: readonly MessageBody[], newer: ReadonlySet<string>) {
  const fresh = new Map(page.map((m) => [m.id, m]));
  const names = new Map<string, string>();
  for (const m of page) {
    for (const r of m.reactions) names.set(r.user_id, r.username);
    names.set(m.user_id, m.username);
  }
  for (const id of newer) names.delete(id);
  const answeredIn = (m: MessageBody) => (newer.size === 0 ? fresh.get(m.id)?.reply_to_username : undefined);
  useChat.setState(({ messages }) => ({
    messages: messages.map((m) => renameIn(m, (id) => names.get(id), answeredIn(m) ?? undefined)),
  }));
  return names;
}

/** The message under other names; itself where they are the same. */
function renameIn(
  m: MessageBody,
  nameOf: (userId: string) => string | undefined,
  answered: string | undefined,
): MessageBody {
  const username = nameOf(m.user_id) ?? m.username;
  const reply_to_username = m.reply_to_username === null ? null : (answered ?? m.reply_to_username);
  const reacted = m.reactions.some((r) => (nameOf(r.user_id) ?? r.username) !== r.username);
  if (username === m.username && reply_to_username === m.reply_to_username && !reacted) return m;
  const reactions = reacted
    ? m.reactions.map((r) => ({ ...r, username: nameOf(r.user_id) ?? r.username }))
    : m.reactions;
  return { ...m, username, reply_to_username, reactions };
}

/** With so many loaded, newer ones are let go; they come back at the end of the list. */
export const loadedAtMost = 12_000;
const keepAtMost = 1_000;
const keepAfterTrim = 600;

/** Lets go of the oldest messages of a long-open room; they can be loaded again. */
export function trimMessages() {
  const { messages } = useChat.getState();
  if (messages.length <= keepAtMost) return;
  useChat.setState({ messages: messages.slice(-keepAfterTrim), more: true });
}

/** Places the "new" line, or takes it away. */
export function markUnreadFrom(id: string | null) {
  useChat.setState({ unreadFrom: id });
}

function sameReaction(r: Reaction, userId: string, reaction: string) {
  return r.user_id === userId && r.reaction === reaction;
}

// Whether a page is on its way that may have been read before what is told now.
const pageAwaited = ({ history, older, rereading }: ChatState) =>
  history === 'loading' || older === 'loading' || rereading;

function alterMessage(id: string, change: Change) {
  keepForReplay((m) => (m.id === id ? change(m) : m));
  const { messages } = useChat.getState();
  const at = messages.findLastIndex((m) => m.id === id);
  const found = messages[at];
  if (found) useChat.setState({ messages: messages.with(at, change(found)) });
}

function alterAll(change: Change) {
  keepForReplay(change);
  const { messages } = useChat.getState();
  const next = messages.map(change);
  if (next.some((m, i) => m !== messages[i])) useChat.setState({ messages: next });
}

function keepForReplay(change: Change) {
  const chat = useChat.getState();
  if (pageAwaited(chat)) useChat.setState({ replayOnPage: [...chat.replayOnPage, change] });
}

function forgetReplay() {
  const chat = useChat.getState();
  if (!pageAwaited(chat) && chat.replayOnPage.length > 0) useChat.setState({ replayOnPage: [] });
}

function withPageStart(pageStarts: ReadonlySet<string>, page: readonly MessageBody[]): ReadonlySet<string> {
  const first = page[0];
  return first ? new Set(pageStarts).add(first.id) : pageStarts;
}

function replayed(message: MessageBody): MessageBody {
  return useChat.getState().replayOnPage.reduce((m, change) => change(m), message);
}

/** Both lists in one, by seq, each id once; what `now` holds stands. */
function mergeBySeq(page: readonly MessageBody[], now: readonly MessageBody[]): MessageBody[] {
  const known = new Set(now.map((m) => m.id));
  const merged = [...page.filter((m) => !known.has(m.id)), ...now];
  return merged.sort((a, b) => a.seq - b.seq);
}
