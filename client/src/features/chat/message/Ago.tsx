// A relative time that keeps itself right; only marks whose words change draw again.
import { useSyncExternalStore } from 'react';
import { serverNow } from '@/net/serverClock';
import { fullTime, relativeTime, timeUnderDay } from '@/rules/time';
import { onTick } from './tick';

interface AgoProps {
  at: number;
  /** The separator of its day stands above it. */
  underDay?: boolean;
  className?: string;
}

export function Ago({ at, underDay, className }: AgoProps) {
  const words = useSyncExternalStore(onTick, () => (underDay ? timeUnderDay : relativeTime)(at, serverNow()));
  return (
    <time className={className} dateTime={new Date(at).toISOString()} title={fullTime(at)}>
      {words}
    </time>
  );
}
