// Asks HTTP for pages of a room's history and puts them into stores/chat.ts.
import { api } from '@/net/api';
import type { Messages } from '@/wire/bodies.gen';
import { endReread, historyPage, replaceOnPage, showFirstPage, showOlderPage, useChat } from './chat';

/** The 50 messages before one, or the newest 50. */
export async function pageBefore(roomId: string, before?: string) {
  const query = new URLSearchParams({ limit: String(historyPage) });
  if (before) query.set('before', before);
  const path = `/chat/room/${encodeURIComponent(roomId)}/messages?${query}`;
  return (await api.get<Messages>(path)).messages;
}

const current = (roomId: string) => useChat.getState().roomId === roomId;

/**
 * The newest 50 messages. Whichever comes first, this or the socket's
 * message_history, fills the list; a failure counts only when neither did.
 */
export async function loadLatest() {
  const { roomId } = useChat.getState();
  if (!roomId) return;
  if (useChat.getState().history === 'failed') useChat.setState({ history: 'loading' });
  try {
    const messages = await pageBefore(roomId);
    if (current(roomId)) showFirstPage(messages);
  } catch {
    if (current(roomId) && useChat.getState().history === 'loading') useChat.setState({ history: 'failed' });
  }
}

let olderUnderWay: { roomId: string; done: Promise<void> } | null = null;

/** The 50 messages before the list; one call at a time, which all who ask await. */
export function loadOlder(): Promise<void> {
  const { roomId, messages, history, more, older } = useChat.getState();
  const first = messages[0];
  if (older === 'loading' && olderUnderWay?.roomId === roomId) return olderUnderWay.done;
  if (!roomId || !first || history !== 'ready' || !more) return Promise.resolve();
  const done = askOlder(roomId, first.id);
  olderUnderWay = { roomId, done };
  return done;
}

async function askOlder(roomId: string, firstId: string) {
  useChat.setState({ older: 'loading' });
  try {
    const page = await pageBefore(roomId, firstId);
    // The list was started anew meanwhile: this page has no place in it.
    if (!current(roomId) || useChat.getState().older !== 'loading') return;
    if (useChat.getState().messages[0]?.id !== firstId) useChat.setState({ older: 'idle' });
    else showOlderPage(page);
  } catch {
    if (current(roomId) && useChat.getState().older === 'loading') useChat.setState({ older: 'failed' });
  }
}

const mostPagesBack = 40;

/**
 * Loads older pages until a message is in the list. missing: it lies further
 * back than 2,000 messages, is gone, or a page failed. left: the room was.
 */
export async function loadBackTo(id: string): Promise<'found' | 'missing' | 'left'> {
  const { roomId } = useChat.getState();
  if (!roomId) return 'left';
  for (let pages = 0; pages <= mostPagesBack; pages++) {
    const { messages, more } = useChat.getState();
    if (messages.some((m) => m.id === id)) return 'found';
    if (!more) return 'missing';
    const first = messages[0]?.id;
    await loadOlder();
    if (!current(roomId)) return 'left';
    if (useChat.getState().messages[0]?.id === first) return 'missing';
  }
  return 'missing';
}

/**
 * Asks again for the messages above the newest page that were kept when the
 * history came anew: a deletion of before the join was not told. What cannot be
 * asked for is let go; it can be loaded again.
 */
export async function rereadOlder(newestPageStart: string) {
  const { roomId, messages } = useChat.getState();
  const oldest = messages[0]?.seq ?? 0;
  const still = () => useChat.getState().rereading;
  let before = newestPageStart;
  let reached = messages.find((m) => m.id === newestPageStart)?.seq ?? 0;
  while (roomId && reached > oldest) {
    try {
      const page = await pageBefore(roomId, before);
      if (!current(roomId) || !still()) return;
      replaceOnPage(page);
      if (!page[0]) break;
      before = page[0].id;
      reached = page[0].seq;
    } catch {
      if (current(roomId) && still()) endReread(reached);
      return;
    }
  }
  endReread();
}
