// The keys of a review: arrows walk, 1 to 4 choose, R leads to the reason, Ctrl or Cmd and
// Enter decide. In text fields only the last does anything.
import { type RefObject, useEffect, useRef } from 'react';
import { type DecisionStatus, decisions } from '@/rules/application/review';

interface Actions {
  walk: (by: 1 | -1) => void;
  choose: (status: DecisionStatus) => void;
  reason: () => void;
  submit: () => void;
}

const typing = 'textarea, select, [contenteditable], input:not([type="radio"], [type="checkbox"])';

/** `inside` is an element of the dialog that the keys belong to. */
export function useReviewKeys(inside: RefObject<HTMLElement | null>, actions: Actions) {
  const latest = useRef(actions);
  latest.current = actions;
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const { target, key } = event;
      const dialog = inside.current?.closest('[role="dialog"]');
      // Another dialog may stand over it.
      const uppermost = [...document.querySelectorAll('[role="dialog"]')].at(-1);
      if (!dialog || dialog !== uppermost || !(target instanceof Element)) return;
      if (target !== document.body && !dialog.contains(target)) return;
      const { walk, choose, reason, submit } = latest.current;
      const act = () => {
        if (key === 'Enter') return event.ctrlKey || event.metaKey ? submit : undefined;
        if (event.ctrlKey || event.metaKey || event.altKey || target.matches(typing)) return undefined;
        if (key === 'ArrowLeft') return () => walk(-1);
        if (key === 'ArrowRight') return () => walk(1);
        if (key.toLowerCase() === 'r') return reason;
        const status = /^[1-4]$/.test(key) ? decisions[Number(key) - 1] : undefined;
        return status && (() => choose(status));
      };
      const chosen = act();
      if (!chosen) return;
      event.preventDefault();
      if (!event.repeat || key.startsWith('Arrow')) chosen();
    }
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [inside]);
}
