// Where the "new" line stands and how many messages wait below: what came while
// the person was scrolled away, in another tab, or out of the room.
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { markUnreadFrom, useChat } from '@/stores/chat';
import { readItem, writeItem } from '@/stores/deviceStorage';

const storedUnder = 'chat_seen';

function seenSeq(place: string): number | null {
  const stored = readItem(place);
  return stored === null ? null : Number(stored);
}

const keepAfterMs = 400;
let keeping: ReturnType<typeof setTimeout> | undefined;

// Storage is slow: a burst is written down once, and what is left when the page goes.
let unkept: { place: string; seq: number } | null = null;
function keepSeen(place: string, seq: number) {
  if (unkept && unkept.place !== place) keepNow();
  unkept = { place, seq };
  keeping ??= setTimeout(keepNow, keepAfterMs);
}
function keepNow() {
  clearTimeout(keeping);
  keeping = undefined;
  if (unkept) writeItem(unkept.place, String(unkept.seq));
  unkept = null;
}
window.addEventListener('pagehide', keepNow);

/** Returns how many messages of others came since the person last was at the bottom and looked. */
export function useUnread(me: string, roomId: string, atBottom: boolean): number {
  const messages = useChat((chat) => chat.messages);
  const ready = useChat((chat) => chat.history === 'ready');
  const visible = useSyncExternalStore(hearVisibility, isVisible);
  const place = `${storedUnder}:${me}:${roomId}`;
  const looked = useRef(false);
  const marked = useRef(false);
  const last = messages.at(-1)?.seq ?? 0;

  // The newest message when the person looked away; null while they look: then
  // nothing is counted and a message costs no drawing of its own.
  const attending = atBottom && visible;
  const [left, setLeft] = useState<number | null>(null);
  if (ready && !attending && left === null) setLeft(last);
  if (attending && left !== null) setLeft(null);

  useEffect(() => keepNow, []);

  // Coming back to the room: the line stands above what is unknown here.
  useEffect(() => {
    if (!ready || looked.current) return;
    looked.current = true;
    const seen = seenSeq(place);
    const { messages: now } = useChat.getState();
    const first = seen === null ? undefined : now.find((m) => m.seq > seen && m.user_id !== me);
    if (first && now[0] !== first) markUnreadFrom(first.id);
  }, [ready, place, me]);

  useEffect(() => {
    if (!ready || last === 0) return;
    if (attending) {
      marked.current = false;
      keepSeen(place, last);
      return;
    }
    if (marked.current || left === null) return;
    const first = useChat.getState().messages.find((m) => m.seq > left && m.user_id !== me);
    if (!first) return;
    marked.current = true;
    markUnreadFrom(first.id);
  }, [ready, attending, last, left, place, me]);

  // Writing oneself is the surest sign of having read.
  const own = messages.at(-1)?.user_id === me;
  useEffect(() => {
    if (own && atBottom) markUnreadFrom(null);
  }, [own, atBottom]);

  if (left === null) return 0;
  return messages
    .slice(messages.findLastIndex((m) => m.seq <= left) + 1)
    .reduce((n, m) => (m.user_id !== me ? n + 1 : n), 0);
}

const isVisible = () => document.visibilityState === 'visible';

function hearVisibility(changed: () => void) {
  document.addEventListener('visibilitychange', changed);
  return () => document.removeEventListener('visibilitychange', changed);
}
