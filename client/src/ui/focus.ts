// Where the focus goes when the thing that had it is gone.

/** Puts the focus on the screen's heading, or on a screen without one, so that it is said where one is. */
export function focusHeading() {
  const heading =
    document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main');
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
