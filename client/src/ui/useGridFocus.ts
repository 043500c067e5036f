// The arrow keys' way through a grid of buttons: one of them is the tab stop, and
// the rows are found from where the buttons stand. A cell carries data-cell.
import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useState } from 'react';

/** `key` names what the grid shows: with another one the first cell is the tab stop again. */
export function useGridFocus(grid: RefObject<HTMLElement | null>, key: string) {
  const [active, setActive] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another content begins at its first cell
  useEffect(() => setActive(0), [key]);

  const cells = () => [...(grid.current?.querySelectorAll<HTMLElement>('[data-cell]') ?? [])];

  function onFocus(event: FocusEvent) {
    const at = cells().indexOf(event.target as HTMLElement);
    if (at >= 0) setActive(at);
  }

  function onKeyDown(event: KeyboardEvent) {
    const all = cells();
    const at = all.indexOf(event.target as HTMLElement);
    if (at < 0) return;
    const columns = columnsOf(all);
    const to = {
      ArrowLeft: at - 1,
      ArrowRight: at + 1,
      ArrowUp: at - columns,
      ArrowDown: at + columns,
      Home: 0,
      End: all.length - 1,
    }[event.key];
    const next = to === undefined ? undefined : all[to];
    if (to === undefined) return;
    event.preventDefault();
    next?.focus();
  }

  return { active, onFocus, onKeyDown };
}

/** How many cells stand in the first row. */
function columnsOf(all: readonly HTMLElement[]): number {
  const top = all[0]?.offsetTop;
  const below = all.findIndex((cell) => cell.offsetTop !== top);
  return below > 0 ? below : 1;
}
