// The arrow keys' way through the message list. One entry is the tab stop: the
// one that had the focus last, or the newest. It stays mounted outside the
// window, so that the focus is not lost when the list scrolls.
import {
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { VirtualizerHandle } from 'virtua';
import type { Item } from '../message/item';

interface RovingFocus {
  items: readonly Item[];
  scroller: RefObject<HTMLDivElement | null>;
  list: RefObject<VirtualizerHandle | null>;
  /** Whether the newest message is in view. */
  atBottom: boolean;
}

export const nextFrame = () => new Promise((done) => requestAnimationFrame(done));

export function useRovingFocus({ items, scroller, list, atBottom }: RovingFocus) {
  const [active, setActive] = useState<string | null>(null);
  const activeIndex = active === null ? -1 : items.findIndex((item) => item.key === active);
  // While the person reads further up, new ones do not take the tab stop: each
  // would be mounted for it alone.
  const newest = useRef<string | null>(null);
  if (atBottom || newest.current === null) newest.current = items.at(-1)?.key ?? null;
  const newestIndex = atBottom ? -1 : items.findLastIndex((item) => item.key === newest.current);
  const tabStop = activeIndex >= 0 ? activeIndex : newestIndex >= 0 ? newestIndex : items.length - 1;

  const entry = useCallback(
    (key: string) => scroller.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`),
    [scroller],
  );

  /** Gives the focus to the entry that a jump led to, unless something is typed meanwhile. */
  const land = useCallback(
    async (key = '') => {
      setActive(key);
      // It is mounted by the next frame, and hidden until it is measured.
      for (let frames = 10; frames--; ) {
        await nextFrame();
        const to = entry(key);
        const at = document.activeElement;
        if (at === to || at?.matches('input, textarea')) return;
        to?.focus({ preventScroll: true });
      }
    },
    [entry],
  );

  // The entry with the focus went: cut off, or replaced by the newest.
  const gone = active !== null && activeIndex < 0;
  const next = items[tabStop]?.key;
  useLayoutEffect(() => {
    if (gone && document.activeElement === document.body) void land(next);
  }, [gone, next, land]);

  const focusAt = useCallback(
    (index: number) => {
      const item = items[index];
      if (!item) return;
      setActive(item.key);
      list.current?.scrollToIndex(index, { align: 'nearest' });
      // Once it is mounted at its place.
      requestAnimationFrame(() => entry(item.key)?.focus({ preventScroll: true }));
    },
    [items, list, entry],
  );

  function onFocus({ target }: FocusEvent) {
    const key = target.closest<HTMLElement>('[data-key]')?.dataset.key;
    if (key !== undefined) setActive(key);
  }

  function onKeyDown(event: KeyboardEvent) {
    const key = event.target instanceof HTMLElement ? event.target.dataset.key : undefined;
    if (key === undefined) return;
    const step = { ArrowUp: -1, ArrowDown: 1, Home: -items.length, End: items.length }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const from = items.findIndex((item) => item.key === key);
    focusAt(Math.max(0, Math.min(items.length - 1, from + step)));
  }

  return { active, setActive, tabStop, entry, land, onFocus, onKeyDown };
}
