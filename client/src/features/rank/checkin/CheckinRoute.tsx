// The daily check-in: the streak, the button, what it brings and why.
import { texts } from 'texts:rank/checkin';
import { useQuery } from '@tanstack/react-query';
import { serverNow } from '@/net/serverClock';
import { pointsQuery, streakQuery } from '@/queries/rank/points';
import { formatPercent } from '@/rules/format';
import { paths } from '@/rules/paths';
import { firstDayPoints } from '@/rules/rank/checkin';
import { howItWorks } from '@/rules/rank/checkinWords';
import { Page } from '@/ui/Page';
import { failureOf } from '@/ui/QueryView';
import { RollingNumber } from '@/ui/RollingNumber';
import { Activity } from './Activity';
import { CheckInPanel } from './CheckInPanel';
import s from './CheckinRoute.module.css';
import { Flame } from './Flame';
import { Milestone } from './Milestone';
import { StreakWeek } from './StreakWeek';

export function Component() {
  const streak = useQuery(streakQuery);
  const points = useQuery(pointsQuery);
  const status = points.data;
  // Without an answer the page starts from nothing and lets the server decide.
  const count = streak.data?.streakCount ?? 0;
  const unknown = failureOf(streak) !== null;
  const canCheckIn = streak.data?.canCheckIn ?? unknown;
  const next = unknown ? firstDayPoints : (status?.nextCheckInPoints ?? firstDayPoints);
  const today = status?.today ?? new Date(serverNow()).toISOString().slice(0, 10);
  return (
    <Page title={texts.checkIn} back={{ to: paths.dashboard, label: texts.backToDashboard }}>
      <div className={s.hero}>
        <Flame days={count} />
        <p className={s.count}>
          <span className={s.number}>
            <RollingNumber value={count} />
          </span>
          <span className="label">{texts.dayStreak}</span>
        </p>
        <div className={s.week}>
          <StreakWeek today={today} />
        </div>
        {count > 0 && <Milestone days={count} />}
      </div>
      <CheckInPanel status={status} canCheckIn={canCheckIn} points={next} />
      <dl className={s.grid} aria-label={texts.streakInformation}>
        <Figure term={texts.currentStreak} value={String(count)} />
        <Figure term={texts.highestStreakTitle} value={String(streak.data?.highestStreak ?? 0)} />
        <Figure term={texts.streakBonus} value={formatPercent(status?.streakBonusPercent ?? 0)} />
        <Figure term={texts.tomorrowsPoints} value={String(status?.tomorrowPoints ?? next)} />
      </dl>
      <section className={s.how} aria-labelledby="how">
        <h2 id="how" className="label">
          {texts.howItWorks}
        </h2>
        <ul>
          {howItWorks(status?.inactivityPenalty ?? true).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </section>
      <Activity />
    </Page>
  );
}

function Figure({ term, value }: { term: string; value: string }) {
  return (
    <div className={s.figure}>
      <dt className="label">{term}</dt>
      <dd className="mono">{value}</dd>
    </div>
  );
}
