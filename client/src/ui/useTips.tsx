// Tips for a group of controls, on hover and on focus: what says one has `data-tip`. Their
// code is fetched with the first.
import { type ReactNode, type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { onDemand } from './onDemand';
import type { TipProps } from './Tip';

const waitMs = 400;

const Tip = onDemand<TipProps>(() => import('./Tip'));

/** What the group listens to, and the tip that is shown. */
export function useTips() {
  const [shown, setShown] = useState<{ text: string; at: DOMRect } | null>(null);
  const timer = useRef(0);
  useEffect(() => () => clearTimeout(timer.current), []);
  function hide() {
    clearTimeout(timer.current);
    setShown(null);
  }
  function show({ target }: SyntheticEvent) {
    const control = target instanceof Element ? target.closest<HTMLElement>('[data-tip]') : null;
    hide();
    if (!control) return;
    timer.current = window.setTimeout(() => {
      const text = control.dataset.tip;
      if (text && control.isConnected) setShown({ text, at: control.getBoundingClientRect() });
    }, waitMs);
  }
  const tip: ReactNode = shown && <Tip {...shown} onClose={hide} />;
  return { tip, listeners: { onPointerOver: show, onPointerLeave: hide, onFocus: show, onBlur: hide } };
}
