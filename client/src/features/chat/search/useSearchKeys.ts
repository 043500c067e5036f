// Ctrl+K, on a Mac Cmd+K, opens the search.
import { useEffect } from 'react';
import { onApple } from '@/rules/keys';

const mac = onApple(navigator.platform);

export function useSearchKeys(open: () => void) {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const held = mac ? event.metaKey : event.ctrlKey;
      if (!held || event.altKey || event.shiftKey || event.key.toLowerCase() !== 'k') return;
      // The browser's own use of these keys is its address bar.
      event.preventDefault();
      if (!document.querySelector('[role="dialog"]')) open();
    }
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [open]);
}
