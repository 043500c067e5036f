// Says to screen readers how much happened, at most every 15 s and not while it is paused.
import { texts } from 'texts:admin/desk/activity';
import { useEffect, useState } from 'react';
import { useActivity } from '@/stores/desk/activity';

const everyMs = 15_000;

export function ActivityAnnouncer() {
  const [said, setSaid] = useState('');
  useEffect(() => {
    let known = new Set(useActivity.getState().items.map(({ key }) => key));
    const timer = setInterval(() => {
      const { items } = useActivity.getState();
      const fresh = items.filter(({ key, leftOut }) => !leftOut && !known.has(key)).length;
      known = new Set(items.map(({ key }) => key));
      setSaid(fresh > 0 ? texts.fresh({ count: fresh }) : '');
    }, everyMs);
    return () => clearInterval(timer);
  }, []);
  return (
    <p className="sr-only" role="status" aria-live="polite">
      {said}
    </p>
  );
}
