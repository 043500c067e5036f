// Seconds left until a moment, right also after the page slept.
import { useCallback, useEffect, useState } from 'react';

/** Starts at `seconds`; `restart` starts anew. */
export function useCountdown(seconds: number): { left: number; restart: (seconds: number) => void } {
  const [endsAt, setEndsAt] = useState(() => Date.now() + seconds * 1000);
  const [now, setNow] = useState(() => Date.now());
  const left = Math.max(0, Math.ceil((endsAt - now) / 1000));

  const running = left > 0;
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [running]);

  const restart = useCallback((next: number) => {
    const start = Date.now();
    setNow(start);
    setEndsAt(start + next * 1000);
  }, []);
  return { left, restart };
}
