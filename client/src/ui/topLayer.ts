// The dialog that is uppermost on the screen. What must stay in reach under any dialog, the
// toasts, stands inside it: there the focus can go to them and nothing paints over them.
import { useSyncExternalStore } from 'react';

const dialogs: HTMLElement[] = [];
const listeners = new Set<() => void>();
const changed = () => {
  // Radix hides what lies under a dialog, but not what holds a live region, which the toasts are
  // while they move. What is covered is out of reach for that time, too.
  for (const panel of dialogs) panel.toggleAttribute('inert', panel !== dialogs.at(-1));
  for (const listener of listeners) listener();
};

/** The ref of every dialog's panel. */
export function dialogRef(panel: HTMLElement | null) {
  if (!panel) return;
  dialogs.push(panel);
  changed();
  return () => {
    dialogs.splice(dialogs.indexOf(panel), 1);
    changed();
  };
}

/** The panel of the uppermost dialog; the page's body without one. */
export function useTopLayer(): HTMLElement {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => dialogs.at(-1) ?? document.body,
  );
}

/** Marks what stands in the top layer and belongs to no dialog. */
export const topLayerMark = 'data-top-layer';

/** Keeps a dialog open when what was pressed or focused stands in the top layer. */
export function keepForTopLayer(event: Event) {
  if (event.target instanceof Element && event.target.closest(`[${topLayerMark}]`)) event.preventDefault();
}

/** Marks a field that does something of its own with the next Escape. */
export const ownEscape = 'data-own-escape';

/** Keeps a dialog open when the field that has the focus takes the Escape. */
export function keepForField(event: Event) {
  if (event.target instanceof Element && event.target.matches(`[${ownEscape}]`)) event.preventDefault();
}
