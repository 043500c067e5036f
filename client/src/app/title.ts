// The page title names the screen first, the product last.
import { useEffect } from 'react';

/** Titles the page, and says the new title to screen readers as the browser does on a load. */
export function usePageTitle(title: string) {
  useEffect(() => {
    document.title = title === 'Muster' ? title : `${title} · Muster`;
  }, [title]);
}
