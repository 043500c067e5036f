// Adds pages of a room's history to the list: the newest, older ones and those around a
// message. Drops messages of a long list.
import type { Messages } from '@/wire/bodies.gen';
import type { MessageBody } from '@/wire/frames.gen';
import { messagesNow } from './roomEvents';
import { afterSeq, historyPage, loadedAtMost, mergeBySeq, useRoomLog } from './roomLog';

/**
 * Shows the newest messages, which the socket sends on a fresh join. Older ones that were
 * loaded before and join on without a gap stay. They may have changed meanwhile: true means
 * that the caller is to request them again.
 */
export function showHistory(page: readonly MessageBody[]): boolean {
  const { messages, more, historyUpTo, pageStarts, revision } = useRoomLog.getState();
  const from = page[0]?.seq;
  const upTo = Math.max(page.at(-1)?.seq ?? 0, historyUpTo ?? 0);
  // Messages that came live after the history do not prove that there is no gap.
  const known = messages.findLast((m) => m.seq <= upTo)?.seq ?? 0;
  const joins = from !== undefined && known >= from;
  const above = joins ? messages.filter((m) => m.seq < from) : [];
  const live = messages.filter((m) => m.seq > upTo);
  const retains = above.length > 0;
  useRoomLog.setState({
    messages: [...above, ...mergeBySeq(page, live)],
    revision: revision + 1,
    history: 'ready',
    historyUpTo: null,
    more: retains ? more : page.length >= historyPage,
    rereading: retains,
    newerCut: false,
    around: null,
    pageStarts: retains ? pageStarts : withPageStart(new Set(), page),
  });
  return retains;
}

/** Shows the newest messages over HTTP; those that the socket brought before stay. */
export function showFirstPage(read: Messages) {
  if (useRoomLog.getState().history === 'ready') return;
  const page = messagesNow(read);
  useRoomLog.setState(({ messages, pageStarts, revision }) => ({
    messages: mergeBySeq(page, messages),
    revision: revision + 1,
    history: 'ready',
    more: page.length >= historyPage,
    pageStarts: withPageStart(pageStarts, page),
  }));
}

/** Shows a page of older messages; fewer than 50 mean that the room begins there. */
export function showOlderPage(read: Messages) {
  const page = messagesNow(read);
  useRoomLog.setState(({ messages, pageStarts, revision }) => ({
    messages: mergeBySeq(page, messages),
    revision: revision + 1,
    more: page.length >= historyPage,
    older: 'idle',
    pageStarts: withPageStart(pageStarts, page),
  }));
}

/**
 * Shows messages around one, `place` when it was jumped to. A page that meets the list is merged into it; any other
 * replaces it, and the list goes on in both directions as the person scrolls.
 */
export function showAround(read: Messages, place: string | null = null) {
  const page = messagesNow(read);
  const [first, last] = [page[0], page.at(-1)];
  if (!first || !last) return;
  useRoomLog.setState(({ messages, pageStarts, newerCut, more, revision }) => {
    const [low, high] = [messages[0]?.seq ?? 0, messages.at(-1)?.seq ?? 0];
    const meets = messages.length > 0 && first.seq <= high && last.seq >= low;
    if (!meets) {
      return {
        messages: page,
        revision: revision + 1,
        newerCut: true,
        around: place,
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

/**
 * Updates messages that are shown already from a page read later. One that says the same stays: a
 * new link to its picture would have the picture loaded again.
 */
export function replaceOnPage(read: Messages) {
  const now = new Map(messagesNow(read).map((m) => [m.id, m]));
  useRoomLog.setState(({ messages, revision }) => ({
    revision: revision + 1,
    messages: messages.map((m) => {
      const next = now.get(m.id);
      return next && contentOf(next) !== contentOf(m) ? next : m;
    }),
  }));
}

/** What a message says, without the link to its media, which differs with each answer. */
const contentOf = ({ media_url, media_thumbnail_url, message, ...others }: MessageBody) =>
  JSON.stringify([others, media_url === null ? message : '', media_url !== null]);

/** All retained messages are up to date; after a failure those older than `dropBefore` are dropped. */
export function endReread(dropBefore?: number) {
  useRoomLog.setState(({ messages, revision }) =>
    dropBefore === undefined
      ? { rereading: false }
      : {
          rereading: false,
          more: true,
          messages: messages.slice(afterSeq(messages, dropBefore - 1)),
          revision: revision + 1,
        },
  );
}

const trimAbove = 1_000;
const leftAfterTrim = 600;

/** Drops the oldest messages of a long-open room; they can be loaded again. */
export function trimMessages() {
  const { messages, revision } = useRoomLog.getState();
  if (messages.length <= trimAbove) return;
  useRoomLog.setState({ messages: messages.slice(-leftAfterTrim), more: true, revision: revision + 1 });
}

/**
 * Drops the newest messages of a very long list. This must not be the step that adds an
 * older page: the list on screen takes the growth for the height of the page above.
 */
export function trimNewest() {
  const { messages, revision } = useRoomLog.getState();
  if (messages.length <= loadedAtMost) return;
  useRoomLog.setState({ messages: messages.slice(0, loadedAtMost), newerCut: true, revision: revision + 1 });
}

function withPageStart(pageStarts: ReadonlySet<string>, page: readonly MessageBody[]): ReadonlySet<string> {
  const first = page[0];
  return first ? new Set(pageStarts).add(first.id) : pageStarts;
}
