// Letters that turn like the wheels of a lock, for as long as `on`.
import { useEffect, useState } from 'react';

const frameMs = 50;
const glyphs = 'ABCDEFGHJKLMNPQRSTUVWXYZ0123456789#%/<>=+*';

/** One random letter of the wheel. */
const glyph = () => glyphs[Math.floor(Math.random() * glyphs.length)] ?? '#';

/** The text with its letters turned from `from` on; blanks, breaks and dashes stay. */
export const turned = (text: string, from: number) =>
  text.slice(0, from) + text.slice(from).replace(/[^\s-]/gu, glyph);

/** null while nothing turns. */
export function useTurning(text: string, on: boolean): string | null {
  const [shown, setShown] = useState<string | null>(null);
  useEffect(() => {
    if (!on) return setShown(null);
    setShown(turned(text, 0));
    const timer = setInterval(() => setShown(turned(text, 0)), frameMs);
    return () => clearInterval(timer);
  }, [text, on]);
  return shown;
}

/** The letters settle from the front within `tookMs`; null once all have. */
export function useSettling(text: string, on: boolean, tookMs: number): string | null {
  const [shown, setShown] = useState<string | null>(() => (on ? turned(text, 0) : null));
  useEffect(() => {
    if (!on) return setShown(null);
    const began = Date.now();
    const timer = setInterval(() => {
      const share = (Date.now() - began) / tookMs;
      if (share < 1) return setShown(turned(text, Math.floor(share * text.length)));
      clearInterval(timer);
      setShown(null);
    }, frameMs);
    return () => clearInterval(timer);
  }, [text, on, tookMs]);
  return shown;
}
