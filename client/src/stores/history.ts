// Asks HTTP for pages of a room's history and puts them into stores/chat.ts.
import { api } from '@/net/api';
import type { Messages } from '@/wire/bodies.gen';
import { historyPage, showFirstPage, showOlderPage, useChat } from './chat';

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

/** The 50 messages before the list; one call at a time. */
export async function loadOlder(): Promise<void> {
  const { roomId, messages, history, more, older } = useChat.getState();
  const first = messages[0];
  if (!roomId || !first || history !== 'ready' || !more || older === 'loading') return;
  useChat.setState({ older: 'loading' });
  try {
    const page = await pageBefore(roomId, first.id);
    // The list was started anew meanwhile: this page has no place in it.
    if (!current(roomId) || useChat.getState().older !== 'loading') return;
    if (useChat.getState().messages[0]?.id !== first.id) useChat.setState({ older: 'idle' });
    else showOlderPage(page);
  } catch {
    if (current(roomId)) useChat.setState({ older: 'failed' });
  }
}

const mostPagesBack = 40;

/**
 * Loads older pages until a message is in the list. False when it
 * lies further back than 2,000 messages, is gone, or a page failed.
 */
export async function loadBackTo(id: string): Promise<boolean> {
  const { roomId } = useChat.getState();
  for (let pages = 0; pages <= mostPagesBack; pages++) {
    const { messages, more, older } = useChat.getState();
    if (!roomId || !current(roomId)) return false;
    if (messages.some((m) => m.id === id)) return true;
    if (!more || older === 'failed') return false;
    const length = messages.length;
    await loadOlder();
    if (useChat.getState().messages.length === length) return false;
  }
  return false;
}
