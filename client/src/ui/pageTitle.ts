// The page title names the screen first, the community last, and before both how
// many messages are unread.
import { useEffect } from 'react';

let community = 'Muster';
let shown = '';
let unread = 0;

function write() {
  const name = shown === '' ? community : `${shown} · ${community}`;
  const title = unread > 0 ? `(${unread > 99 ? '99+' : unread}) ${name}` : name;
  if (document.title !== title) document.title = title;
}

/** Names the community in every title from now on. */
export function useCommunityInTitle(name: string) {
  useEffect(() => {
    community = name;
    write();
  }, [name]);
}

/** Titles the page. */
export function usePageTitle(title: string) {
  useEffect(() => {
    shown = title;
    write();
  }, [title]);
}

const countEveryMs = 500; // a title costs the browser more than a row of the page
let counting = false;

function writeSoon() {
  if (counting) return;
  counting = true;
  setTimeout(() => {
    counting = false;
    write();
  }, countEveryMs);
}

/** Puts a number of unread messages before the title while the component is shown. */
export function useUnreadInTitle(count: number) {
  useEffect(() => {
    const first = unread === 0 || count === 0;
    unread = count;
    if (first) write();
    else writeSoon();
  }, [count]);
  useEffect(
    () => () => {
      unread = 0;
      write();
    },
    [],
  );
}
