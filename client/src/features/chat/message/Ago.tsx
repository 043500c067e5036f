// A relative time that keeps itself right. One timer serves all; only
// marks whose words change draw again.
import { useSyncExternalStore } from 'react';
import { fullTime, relativeTime } from '@/rules/time';

const tickMs = 10_000;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(changed: () => void) {
  listeners.add(changed);
  timer ??= setInterval(() => {
    for (const listener of listeners) listener();
  }, tickMs);
  return () => {
    listeners.delete(changed);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

export function Ago({ at, className }: { at: number; className?: string }) {
  const words = useSyncExternalStore(subscribe, () => relativeTime(at, Date.now()));
  return (
    <time className={className} dateTime={new Date(at).toISOString()} title={fullTime(at)}>
      {words}
    </time>
  );
}
