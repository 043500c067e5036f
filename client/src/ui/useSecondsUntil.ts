// Seconds until a moment of the server's clock, right also after the page slept.
import { useEffect, useState } from 'react';

/** `clockAhead` is how many milliseconds the server's clock is ahead of this one. */
export function useSecondsUntil(moment: string | undefined, clockAhead: number): number {
  const [now, setNow] = useState(() => Date.now());
  const left = moment ? Math.max(0, Math.ceil((Date.parse(moment) - now - clockAhead) / 1000)) : 0;
  const running = left > 0;
  useEffect(() => {
    setNow(Date.now());
    if (!running) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [running]);
  return left;
}
