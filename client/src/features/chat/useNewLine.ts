// Where the "new" line stands and how many messages wait below: what came while
// the person was scrolled away, in another tab, or out of the room.
import { useEffect, useRef, useState } from 'react';
import { markNewFrom, useChat } from '@/stores/chat';
import type { MessageBody } from '@/wire/frames.gen';

const storedUnder = 'chat_seen';

function seenSeq(place: string): number | null {
  const stored = localStorage.getItem(place);
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
  if (unkept) localStorage.setItem(unkept.place, String(unkept.seq));
  unkept = null;
}
window.addEventListener('pagehide', keepNow);

/** Returns how many messages of others came since the person last was at the bottom and looked. */
export function useNewLine(me: string, roomId: string, atBottom: boolean): number {
  const messages = useChat((chat) => chat.messages);
  const ready = useChat((chat) => chat.history === 'ready');
  const place = `${storedUnder}:${me}:${roomId}`;
  const [read, setRead] = useState(0);
  const looked = useRef(false);
  const marked = useRef(false);
  const last = messages.at(-1)?.seq ?? 0;

  useEffect(() => keepNow, []);

  // Coming back to the room: the line stands above what is unknown here.
  useEffect(() => {
    if (!ready || looked.current) return;
    looked.current = true;
    const seen = seenSeq(place);
    const { messages: now } = useChat.getState();
    setRead(now.at(-1)?.seq ?? 0);
    const first = seen === null ? undefined : now.find((m) => m.seq > seen && m.user_id !== me);
    if (first && now[0] !== first) markNewFrom(first.id);
  }, [ready, place, me]);

  useEffect(() => {
    if (!ready) return;
    const attend = () => {
      const { messages: now } = useChat.getState();
      const newest = now.at(-1);
      if (!newest) return;
      if (atBottom && document.visibilityState === 'visible') {
        marked.current = false;
        setRead(newest.seq);
        keepSeen(place, newest.seq);
        return;
      }
      const first = firstUnread(now, read, me);
      if (first && !marked.current) {
        marked.current = true;
        markNewFrom(first.id);
      }
    };
    if (last > 0) attend();
    document.addEventListener('visibilitychange', attend);
    return () => document.removeEventListener('visibilitychange', attend);
  }, [ready, atBottom, last, read, place, me]);

  // Writing oneself is the surest sign of having read.
  const own = messages.at(-1)?.user_id === me;
  useEffect(() => {
    if (own && atBottom) markNewFrom(null);
  }, [own, atBottom]);

  if (!ready || (atBottom && document.visibilityState === 'visible')) return 0;
  return messages
    .slice(messages.findLastIndex((m) => m.seq <= read) + 1)
    .reduce((n, m) => (m.user_id !== me ? n + 1 : n), 0);
}

function firstUnread(messages: readonly MessageBody[], read: number, me: string) {
  return messages.find((m) => m.seq > read && m.user_id !== me);
}
