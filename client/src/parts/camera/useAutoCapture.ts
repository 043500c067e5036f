// Captures by itself: a second after the camera is ready a count of three begins, and at
// its end the picture is taken.
import { useEffect, useRef, useState } from 'react';

const beginsAfterMs = 1_000;
const countsSeconds = 3;

/**
 * Seconds until `take` is called, null while nothing counts. It counts while `running`,
 * from the beginning each time.
 */
export function useAutoCapture(running: boolean, take: () => void): number | null {
  const [left, setLeft] = useState<number | null>(null);
  const latest = useRef(take);
  latest.current = take;

  useEffect(() => {
    if (!running) return;
    let timer = setTimeout(() => count(countsSeconds), beginsAfterMs);
    function count(seconds: number) {
      setLeft(seconds > 0 ? seconds : null);
      if (seconds > 0) timer = setTimeout(() => count(seconds - 1), 1_000);
      else latest.current();
    }
    return () => {
      clearTimeout(timer);
      setLeft(null);
    };
  }, [running]);
  return left;
}
