// Pages of a room's history in the list: the newest, older ones, those around a
// message, and what is let go of a long list.
import type { Messages } from '@/wire/bodies.gen';
import type { MessageBody } from '@/wire/frames.gen';
import { afterSeq, historyPage, loadedAtMost, mergeBySeq, useChat } from './chat';
import { messagesNow } from './roomEvents';

/**
 * The newest messages as the socket sends them on a fresh join. Older ones that
 * were loaded before and join on without a hole stay; what happened to them
 * meanwhile is unknown, so the caller has them asked for again when this is true.
 */
export function showHistory(page: readonly MessageBody[]): boolean {
  const { messages, more, historyUpTo, pageStarts, revision } = useChat.getState();
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
    revision: revision + 1,
    history: 'ready',
    historyUpTo: null,
    more: keeps ? more : page.length >= historyPage,
    rereading: keeps,
    newerCut: false,
    pageStarts: keeps ? pageStarts : withPageStart(new Set(), page),
  });
  return keeps;
}

/** The newest messages as HTTP gives them; what the socket brought already stands. */
export function showFirstPage(read: Messages) {
  if (useChat.getState().history === 'ready') return;
  const page = messagesNow(read);
  useChat.setState(({ messages, pageStarts, revision }) => ({
    messages: mergeBySeq(page, messages),
    revision: revision + 1,
    history: 'ready',
    more: page.length >= historyPage,
    pageStarts: withPageStart(pageStarts, page),
  }));
}

/** A page of older messages; fewer than 50 is the beginning. */
export function showOlderPage(read: Messages) {
  const page = messagesNow(read);
  useChat.setState(({ messages, pageStarts, revision }) => ({
    messages: mergeBySeq(page, messages),
    revision: revision + 1,
    more: page.length >= historyPage,
    older: 'idle',
    pageStarts: withPageStart(pageStarts, page),
  }));
}

/**
 * Messages around one. They join the list where they meet it; otherwise the list
 * is these, and goes on in both directions as the person scrolls.
 */
export function showAround(read: Messages) {
  const page = messagesNow(read);
  const [first, last] = [page[0], page.at(-1)];
  if (!first || !last) return;
  useChat.setState(({ messages, pageStarts, newerCut, more, revision }) => {
    const [low, high] = [messages[0]?.seq ?? 0, messages.at(-1)?.seq ?? 0];
    const meets = messages.length > 0 && first.seq <= high && last.seq >= low;
    if (!meets) {
      return {
        messages: page,
        revision: revision + 1,
        newerCut: true,
        more: true,
        older: 'idle',
        rereading: false,
        pageStarts: withPageStart(new Set(), page),
      };
    }
    const above = first.seq < low;
    const all = mergeBySeq(page, messages);
    return {
      messages: all.slice(-loadedAtMost),
      revision: revision + 1,
      more: more || all.length > loadedAtMost,
      newerCut,
      pageStarts: above ? withPageStart(pageStarts, page) : pageStarts,
    };
  });
}

/** A page of messages that are shown already, as they are now. */
export function replaceOnPage(read: Messages) {
  const now = new Map(messagesNow(read).map((m) => [m.id, m]));
  useChat.setState(({ messages, revision }) => ({
    revision: revision + 1,
    messages: messages.map((m) => now.get(m.id) ?? m),
  }));
}

/** All that was kept is as it is now; after a failure what is older than `letGoBefore` is let go. */
export function endReread(letGoBefore?: number) {
  useChat.setState(({ messages, revision }) =>
    letGoBefore === undefined
      ? { rereading: false }
      : {
          rereading: false,
          more: true,
          messages: messages.slice(afterSeq(messages, letGoBefore - 1)),
          revision: revision + 1,
        },
  );
}

const keepAtMost = 1_000;
const keepAfterTrim = 600;

/** Lets go of the oldest messages of a long-open room; they can be loaded again. */
export function trimMessages() {
  const { messages, revision } = useChat.getState();
  if (messages.length <= keepAtMost) return;
  useChat.setState({ messages: messages.slice(-keepAfterTrim), more: true, revision: revision + 1 });
}

/**
 * Lets go of the newest messages of a very long list. Not in the same step as an older
 * page comes: the list on screen takes what it grew by for what came above.
 */
export function letGoOfNewest() {
  const { messages, revision } = useChat.getState();
  if (messages.length <= loadedAtMost) return;
  useChat.setState({ messages: messages.slice(0, loadedAtMost), newerCut: true, revision: revision + 1 });
}

function withPageStart(pageStarts: ReadonlySet<string>, page: readonly MessageBody[]): ReadonlySet<string> {
  const first = page[0];
  return first ? new Set(pageStarts).add(first.id) : pageStarts;
}
