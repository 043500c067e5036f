// The time by the server's clock, read again every half minute, in ms.
import { useEffect, useState } from 'react';
import { serverNow } from '@/net/serverClock';

const againMs = 30_000;

export function useServerTime(): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), againMs);
    return () => clearInterval(timer);
  }, []);
  return now;
}
