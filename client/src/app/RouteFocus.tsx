// After a change of screen the focus goes to the new screen's heading, unless
// the screen put it somewhere itself: screen readers hear where they are.
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { focusHeading } from '@/ui/focus';

export function RouteFocus() {
  const { pathname } = useLocation();
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    const { activeElement } = document;
    if (activeElement && activeElement !== document.body) return;
    focusHeading();
  }, [pathname]);
  return null;
}
