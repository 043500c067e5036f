// The focus while pictures take the place of buttons.
import { type RefObject, useEffect, useRef } from 'react';

/**
 * What gets the focus in `frame` when what had it is gone: the picture, which is said then,
 * else the chosen way. Never a button: an Enter that is held would press it.
 */
export const focusedIn = (frame: RefObject<HTMLElement | null>) =>
  frame.current?.querySelector<HTMLElement>('video, img') ??
  frame.current?.querySelector<HTMLElement>('input:checked');

/** Keeps the focus inside `frame` when `view` has changed and what had the focus is gone. */
export function useFocusAfter(view: unknown, frame: RefObject<HTMLElement | null>) {
  const before = useRef(view);
  useEffect(() => {
    if (before.current === view) return;
    before.current = view;
    const { activeElement } = document;
    if (!activeElement || activeElement === document.body) focusedIn(frame)?.focus({ preventScroll: true });
  }, [view, frame]);
}
