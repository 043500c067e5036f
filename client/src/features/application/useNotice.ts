// A notice that leaves by itself after three seconds.
import { useCallback, useEffect, useState } from 'react';

const lastsMs = 3_000;

export function useNotice(): [string | null, (text: string | null) => void] {
  const [notice, setNotice] = useState<{ text: string } | null>(null);
  useEffect(() => {
    if (!notice) return;
    const timer = setTimeout(() => setNotice(null), lastsMs);
    return () => clearTimeout(timer);
  }, [notice]);
  const say = useCallback((text: string | null) => setNotice(text === null ? null : { text }), []);
  return [notice?.text ?? null, say];
}
