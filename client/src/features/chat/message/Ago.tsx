// A relative time that keeps itself right; only marks whose words change draw again.
import { useSyncExternalStore } from 'react';
import { serverNow } from '@/net/serverClock';
import { fullTime, relativeTime } from '@/rules/time';
import { onTick } from './tick';

export function Ago({ at, className }: { at: number; className?: string }) {
  const words = useSyncExternalStore(onTick, () => relativeTime(at, serverNow()));
  return (
    <time className={className} dateTime={new Date(at).toISOString()} title={fullTime(at)}>
      {words}
    </time>
  );
}
