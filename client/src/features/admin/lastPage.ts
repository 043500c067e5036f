// The button for the next page of a list goes with the last one. The focus, which would be lost
// with it, goes to the first new row. Here and not in the button, which every page of members loads.

const lastRow = ':scope > li:last-child, tbody > tr:last-child';

function onClick({ target }: MouseEvent) {
  const more = target instanceof Element ? target.closest('[data-next]') : null;
  const last = more?.previousElementSibling?.querySelector(lastRow);
  if (!more || !last) return;
  const gone = new MutationObserver(() => {
    if (more.isConnected) return;
    gone.disconnect();
    const row = last.nextElementSibling;
    if (!(row instanceof HTMLElement) || document.activeElement !== document.body) return;
    row.tabIndex = -1;
    row.focus();
  });
  gone.observe(document.body, { childList: true, subtree: true });
}

/** Begins to follow the lists of the page, those in dialogs too; answers the function that ends it. */
export function followLastPages() {
  document.addEventListener('click', onClick);
  return () => document.removeEventListener('click', onClick);
}
