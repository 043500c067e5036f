// Shows the member a badge at the moment it is earned: once, on every open screen, and unless
// the member turned it off. A badge that was earned while nothing was open is shown at the
// next visit.

import { texts } from 'texts:parts/rank/badges';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router';
import { badgesSeen, earnedQuery } from '@/queries/rank/earned';
import { earnedDescription, earnedName } from '@/rules/earned';
import { formatList } from '@/rules/list';
import { paths } from '@/rules/paths';
import { toast } from '@/stores/toast';

const lastsMs = 10_000;

export function BadgeMoments() {
  const navigate = useNavigate();
  const mine = useQuery(earnedQuery).data;
  const visible = useSyncExternalStore(onVisibility, isVisible);
  /** What this screen knew when it last looked. */
  const known = useRef<ReadonlySet<string> | null>(null);
  useEffect(() => {
    // What a hidden page shows is not seen.
    if (!mine || !visible) return;
    const before = known.current;
    known.current = new Set(mine.earned.map(({ id }) => id));
    // Another tab may have shown it already and marked it as seen: this one shows it too.
    const fresh = mine.earned.filter(({ id, seen }) => (before ? !before.has(id) : !seen));
    const [one] = fresh;
    if (!one) return;
    void badgesSeen(fresh.map(({ id }) => id)).catch(() => {}); // the next visit shows them again
    if (!mine.moments) return;
    const many = fresh.length > 1;
    toast(many ? formatList(fresh.map(earnedName)) : earnedDescription(one), {
      tone: 'award',
      title: many ? texts.earnedMany({ badges: fresh.length }) : texts.earned({ name: earnedName(one) }),
      lastsMs,
      action: { label: texts.see, run: () => void navigate(paths.profile) },
    });
  }, [mine, visible, navigate]);
  return null;
}

const isVisible = () => document.visibilityState !== 'hidden';

function onVisibility(changed: () => void) {
  document.addEventListener('visibilitychange', changed);
  return () => document.removeEventListener('visibilitychange', changed);
}
