// The page title names the screen first, the product last, and before both how
// many messages are unread.
import { useEffect } from 'react';

let shown = 'Muster';
let unread = 0;

function write() {
  const name = shown === 'Muster' ? shown : `${shown} · Muster`;
  const title = unread > 0 ? `(${unread > 99 ? '99+' : unread}) ${name}` : name;
  if (document.title !== title) document.title = title;
}

/** Titles the page, and says the new title to screen readers as the browser does on a load. */
export function usePageTitle(title: string) {
  useEffect(() => {
    shown = title;
    write();
  }, [title]);
}

/** Puts a number of unread messages before the title while the component is shown. */
export function useUnreadInTitle(count: number) {
  useEffect(() => {
    unread = count;
    write();
    return () => {
      unread = 0;
      write();
    };
  }, [count]);
}
