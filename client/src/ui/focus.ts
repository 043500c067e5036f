// Where the focus goes when the thing that had it is gone.

/** Puts the focus on the screen's heading, so that it is said where one is. */
export function focusHeading() {
  const heading = document.querySelector<HTMLElement>('main h1');
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
