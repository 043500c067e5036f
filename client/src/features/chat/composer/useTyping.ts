// Announces to the room that the person types: at the first key, again every
// 1.5 s while typing goes on, and that it stopped after 2 s, on blur, on send.
import { useEffect, useMemo } from 'react';
import { transmit, useConnection } from '@/stores/room/connection';

const repeatMs = 1_500;
const idleMs = 2_000;

/** `typed` on every change of the text, `stopped` on blur and on send. */
export function useTyping(roomId: string) {
  const typing = useMemo(() => {
    let saidAt = 0;
    let idle: ReturnType<typeof setTimeout> | undefined;
    const stopped = () => {
      clearTimeout(idle);
      if (saidAt === 0) return;
      saidAt = 0;
      if (useConnection.getState().inRoom) transmit({ type: 'typing_stop', roomId });
    };
    const typed = () => {
      clearTimeout(idle);
      idle = setTimeout(stopped, idleMs);
      if (!useConnection.getState().inRoom || Date.now() - saidAt < repeatMs) return;
      if (transmit({ type: 'typing_start', roomId })) saidAt = Date.now();
    };
    return { typed, stopped };
  }, [roomId]);
  useEffect(() => typing.stopped, [typing]);
  return typing;
}
