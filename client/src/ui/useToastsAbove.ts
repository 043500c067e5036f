// Keeps toasts off what stands at the bottom of the screen and is pressed.
import { type RefObject, useEffect } from 'react';

/** Has toasts stand above this element, however high it grows, as long as it is shown. */
export function useToastsAbove(element: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const bottom = element.current;
    if (!bottom) return;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() =>
      style.setProperty('--toasts-above', `${bottom.offsetHeight}px`),
    );
    observer.observe(bottom);
    return () => {
      observer.disconnect();
      style.removeProperty('--toasts-above');
    };
  }, [element]);
}
