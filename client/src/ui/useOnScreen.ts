// Whether an element is on the screen, or nearly; without the browser's help it is.
import { type RefObject, useEffect, useState } from 'react';

const aheadPx = 200;

export function useOnScreen(element: RefObject<Element | null>): boolean {
  const [shown, setShown] = useState(typeof IntersectionObserver === 'undefined');
  useEffect(() => {
    if (!element.current || typeof IntersectionObserver === 'undefined') return;
    const observer = new IntersectionObserver((entries) => setShown(entries.at(-1)?.isIntersecting ?? true), {
      rootMargin: `${aheadPx}px`,
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return shown;
}
