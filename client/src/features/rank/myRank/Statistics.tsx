// The member's statistics, and why the streak is what it is.
import { texts } from 'texts:rank';
import { useQuery } from '@tanstack/react-query';
import { Flame } from 'lucide-react';
import { useState } from 'react';
import { pointsQuery } from '@/queries/rank/points';
import { formatDate, formatMoney, formatNumber } from '@/rules/format';
import { Button } from '@/ui/Button';
import { whenOpen } from '@/ui/onDemand';
import type { OwnProfile } from '@/wire/bodies.gen';
import s from './Statistics.module.css';
import type { StreakSheetProps } from './StreakSheet';

const StreakSheet = whenOpen<StreakSheetProps>(() =>
  import('./StreakSheet').then(({ StreakSheet }) => ({ default: StreakSheet })),
);

export function Statistics({ own }: { own: OwnProfile }) {
  const [why, setWhy] = useState(false);
  const status = useQuery(pointsQuery).data;
  const streak = status?.streakCount;
  const figure = (value: number | undefined) => (value === undefined ? '…' : formatNumber(value));
  return (
    <section className={s.section} aria-labelledby="statistics">
      <h2 id="statistics" className="label">
        {texts.statistics}
      </h2>
      <dl className={s.grid}>
        <Figure
          term={texts.totalEarned}
          value={figure(status?.totalPointsEarned ?? own.total_points_earned)}
        />
        <Figure term={texts.streakDays} value={figure(streak)} live={streak !== undefined && streak > 0} />
        <Figure term={texts.highestStreak} value={figure(status?.highestStreak)} />
        <Figure term={texts.profileViews} value={figure(own.profile_views_count)} />
        <Figure term={texts.contributed} value={formatMoney(own.total_contributed)} />
        <Figure term={texts.memberSince} value={formatDate(own.member_since || own.created_at, 'month')} />
      </dl>
      {streak !== undefined && (
        <Button
          size="small"
          className={s.why}
          icon={<Flame size={16} aria-hidden="true" />}
          onClick={() => setWhy(true)}
        >
          {texts.whyStreak({ count: streak })}
        </Button>
      )}
      <StreakSheet open={why} onClose={() => setWhy(false)} count={streak ?? 0} />
    </section>
  );
}

function Figure({ term, value, live }: { term: string; value: string; live?: boolean }) {
  return (
    <div className={s.figure} data-live={live || undefined}>
      <dt className="label">{term}</dt>
      <dd className="mono">{value}</dd>
    </div>
  );
}
