// The last seven days of the streak as a row of marks.
import { texts } from 'texts:rank/checkin';
import { useQuery } from '@tanstack/react-query';
import { Check, Minus, Snowflake } from 'lucide-react';
import { streakDaysQuery } from '@/queries/rank/points';
import { formatDate } from '@/rules/format';
import { weekUpTo } from '@/rules/rank/checkin';
import { cx } from '@/ui/cx';
import type { StreakDay } from '@/wire/bodies.gen';
import s from './StreakWeek.module.css';

const words = (): Record<StreakDay['kind'] | 'open', string> => ({
  checkin: texts.checkedIn,
  restart: texts.checkedInANew,
  freeze: texts.keptByAFreeze,
  miss: texts.missed,
  open: texts.noCheckInYet,
});

export function StreakWeek({ today }: { today: string }) {
  const { data } = useQuery(streakDaysQuery);
  const kinds = new Map((data ?? []).map((d) => [d.day, d.kind]));
  return (
    <ol className={s.week} aria-label={texts.theLastSevenDays}>
      {weekUpTo(today).map((day) => {
        const kind = kinds.get(day) ?? 'open';
        const done = kind === 'checkin' || kind === 'restart';
        return (
          <li key={day} className={cx(s.day, day === today && s.today)}>
            <span className={cx(s.mark, done && s.done, kind === 'freeze' && s.frozen)}>
              {done ? (
                <Check size={18} aria-hidden="true" />
              ) : kind === 'freeze' ? (
                <Snowflake size={18} aria-hidden="true" />
              ) : kind === 'miss' ? (
                <Minus size={18} aria-hidden="true" />
              ) : null}
            </span>
            <span className="label" aria-hidden="true">
              {formatDate(`${day}T12:00:00Z`, 'weekday', 'UTC')}
            </span>
            <span className="sr-only">
              {formatDate(`${day}T12:00:00Z`, 'day', 'UTC')}: {words()[kind]}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
