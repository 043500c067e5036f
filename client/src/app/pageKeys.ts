// The keys of every member screen: '?' shows all keys, F8 leads to the newest notice.
import { helpKey, noticesKey } from '@/rules/keys';
import { openSettings } from '@/stores/people/settings';

const typing = 'input:not([type="radio"], [type="checkbox"]), textarea, select, [contenteditable]';

/** Returns how to stop. */
export function followPageKeys(): () => void {
  function onKeyDown(event: KeyboardEvent) {
    const { key, target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (key === noticesKey) toNotices(event);
    if (key !== helpKey || !(target instanceof Element)) return;
    if (target.closest(typing) || document.querySelector('[role="dialog"]')) return;
    event.preventDefault();
    openSettings('keys');
  }
  document.addEventListener('keydown', onKeyDown);
  return () => document.removeEventListener('keydown', onKeyDown);
}

/** The newest stands last; its first button is what it offers, else the one that dismisses it. */
function toNotices(event: KeyboardEvent) {
  const newest = document.querySelector('[data-notices] > :last-child');
  const button = newest?.querySelector('button');
  if (!button) return;
  event.preventDefault();
  button.focus();
}
