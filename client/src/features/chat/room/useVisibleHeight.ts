// Some browsers, Safari on iOS among them, lay the keyboard over the page. Only the visual
// viewport says so: 100dvh and interactive-widget change nothing there.
import { type RefObject, useEffect } from 'react';

/** Keeps an element that fills the screen within the part that no keyboard covers. */
export function useVisibleHeight(element: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const view = window.visualViewport;
    const style = element.current?.style;
    if (!view || !style) return;
    const fit = () => {
      // A page that is enlarged with two fingers is larger than what is seen of it.
      const whole = view.scale === 1;
      style.height = whole ? `${view.height}px` : '';
      style.translate = whole && view.pageTop ? `0 ${view.pageTop}px` : '';
    };
    view.addEventListener('resize', fit);
    view.addEventListener('scroll', fit);
    return () => {
      view.removeEventListener('resize', fit);
      view.removeEventListener('scroll', fit);
    };
  }, [element]);
}
