// Where the "new" line stands and how many messages wait below: what came while
// the person was scrolled away, in another tab, asleep, or out of the room.
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { isNoNews, useIgnored } from '@/stores/chat/ignored';
import { listedRoom, useRooms } from '@/stores/chat/rooms';
import { setAttending } from '@/stores/room/read';
import { afterSeq, markUnreadAfter, type RoomLogState, useRoomLog } from '@/stores/roomlog/roomLog';

/**
 * Returns how many messages of others came since the person last was at the bottom
 * and looked, without those of ignored members.
 */
export function useUnread(me: string, roomId: string, atBottom: boolean): number {
  const messages = useRoomLog((log) => log.messages);
  const ready = useRoomLog((log) => log.history === 'ready');
  const visible = useSyncExternalStore(hearVisibility, isVisible);
  const listed = useRooms((rooms) => listedRoom(roomId)(rooms) !== undefined);
  const ignored = useIgnored();
  const looked = useRef(false);
  const marked = useRef(false);
  const last = messages.at(-1)?.seq ?? 0;

  // The newest message when the person looked away; null while they look: then
  // nothing is counted and a message costs no drawing of its own.
  const attending = atBottom && visible;
  const [left, setLeft] = useState<number | null>(null);
  if (ready && !attending && left === null) setLeft(seenUpTo(useRoomLog.getState()));
  if (attending && left !== null) setLeft(null);

  useEffect(() => {
    setAttending(attending);
    return () => setAttending(false);
  }, [attending]);

  // Coming into the room: the line stands above what the server says is not read.
  useEffect(() => {
    if (!ready || !listed || looked.current) return;
    looked.current = true;
    const read = useRooms.getState().byId[roomId]?.lastReadSeq ?? 0;
    // Somebody who never was here has no place to go on from.
    if (read > 0 && anyNews(read, me)) markUnreadAfter(read);
  }, [ready, listed, roomId, me]);

  useEffect(() => {
    if (!ready || last === 0) return;
    if (attending) {
      marked.current = false;
      return;
    }
    if (marked.current || left === null) return;
    if (!anyNews(left, me)) return;
    marked.current = true;
    markUnreadAfter(left);
  }, [ready, attending, last, left, me]);

  useLineAfterSleep(me);

  // Writing oneself is the surest sign of having read.
  const own = messages.at(-1)?.user_id === me;
  useEffect(() => {
    if (own && atBottom) markUnreadAfter(null);
  }, [own, atBottom]);

  if (left === null) return 0;
  return messages
    .slice(afterSeq(messages, left))
    .reduce((n, m) => (m.user_id !== me && !isNoNews(m)(ignored) ? n + 1 : n), 0);
}

/** The number of the newest message that was there. A list that was cut does not hold it. */
function seenUpTo({ messages, newerCut, lastSeq }: RoomLogState): number {
  return newerCut ? (lastSeq ?? Number.POSITIVE_INFINITY) : (messages.at(-1)?.seq ?? 0);
}

function anyNews(after: number, me: string) {
  const { messages } = useRoomLog.getState();
  const ignored = useIgnored.getState();
  return messages.slice(afterSeq(messages, after)).some((m) => m.user_id !== me && !isNoNews(m)(ignored));
}

const beatMs = 5_000;
const sleptMs = 30_000;

/** A device that sleeps stops the page without a word: what comes after it wakes is new. */
function useLineAfterSleep(me: string) {
  useEffect(() => {
    let beat = Date.now();
    let slept: number | null = null;
    const timer = setInterval(() => {
      const now = Date.now();
      if (now - beat > sleptMs) slept = seenUpTo(useRoomLog.getState());
      beat = now;
    }, beatMs);
    const stop = useRoomLog.subscribe((log, before) => {
      // The first messages after the sleep may come before the late beat.
      if (Date.now() - beat > sleptMs) {
        slept ??= seenUpTo(before);
        beat = Date.now();
      }
      if (slept === null || log.messages === before.messages || !anyNews(slept, me)) return;
      const after = slept;
      slept = null;
      markUnreadAfter(after);
    });
    return () => {
      clearInterval(timer);
      stop();
    };
  }, [me]);
}

const isVisible = () => document.visibilityState === 'visible';

function hearVisibility(changed: () => void) {
  document.addEventListener('visibilitychange', changed);
  return () => document.removeEventListener('visibilitychange', changed);
}
