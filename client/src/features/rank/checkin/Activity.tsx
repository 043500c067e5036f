// The newest lines of the points ledger.
import { texts } from 'texts:rank/checkin';
import { useQuery } from '@tanstack/react-query';
import { pointsQuery } from '@/queries/rank/points';
import { formatDate } from '@/rules/format';
import { recentShown, signed } from '@/rules/rank/checkin';
import { actionWords } from '@/rules/rank/checkinWords';
import { cx } from '@/ui/cx';
import { QueryView } from '@/ui/QueryView';
import { Section } from '@/ui/Section';
import { Skeleton } from '@/ui/Skeleton';
import s from './Activity.module.css';

export function Activity() {
  const points = useQuery(pointsQuery);
  return (
    <Section title={texts.recentPointsActivity}>
      <QueryView
        query={points}
        loading={texts.loadingPointsActivity}
        skeleton={<Skeleton height="6rem" />}
        failed={texts.yourPointsCouldNot}
      >
        {({ recentTransactions }) =>
          recentTransactions.length === 0 ? (
            <p className={s.none}>{texts.nothingYetYourFirst}</p>
          ) : (
            <ul className={s.list}>
              {recentTransactions.slice(0, recentShown).map((line) => (
                <li key={line.id} className={s.line}>
                  <span className={s.action}>{actionWords(line)}</span>
                  <time dateTime={line.created_at} className={s.date}>
                    {formatDate(line.created_at, 'dateOfYear')}
                  </time>
                  <span className={cx('mono', s.points, line.points > 0 ? s.gain : s.loss)}>
                    {signed(line.points)}
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </QueryView>
    </Section>
  );
}
