// Holds a live list still while something in it is pressed: what moves away between
// press and release loses its click.
import { type PointerEvent, useEffect, useRef, useState } from 'react';

const pressable = 'a, button, summary, input, label';
// A click comes with its release, or on a touch screen a little later, or not at all.
const clickMs = 300;

/** The list to show, what its element does with a pointer that goes down, and whether it is held. */
export function useSteady<T>(live: T): [T, (event: PointerEvent) => void, boolean] {
  const [retained, setRetained] = useState<{ list: T } | null>(null);
  const end = useRef<AbortController>(undefined);
  useEffect(() => () => end.current?.abort(), []);

  function hold({ target, button }: PointerEvent) {
    if (button !== 0 || !(target instanceof Element) || !target.closest(pressable)) return;
    end.current?.abort();
    const over = new AbortController();
    const { signal } = over;
    end.current = over;
    setRetained({ list: live });
    const letGo = () => {
      if (signal.aborted) return;
      over.abort();
      setRetained(null);
    };
    // What was pressed has heard the click by then.
    addEventListener('click', letGo, { signal });
    addEventListener('pointerup', () => setTimeout(letGo, clickMs), { signal });
    for (const given of ['pointercancel', 'contextmenu', 'blur']) addEventListener(given, letGo, { signal });
  }

  return [retained ? retained.list : live, hold, retained !== null];
}
