// Day by day, how the streak came about.
import { texts } from 'texts:rank';
import { texts as sheetTexts } from 'texts:rank/sheets';
import { useQuery } from '@tanstack/react-query';
import { Check, Flame, Minus, Snowflake } from 'lucide-react';
import { streakDaysQuery } from '@/queries/rank/points';
import { formatDate } from '@/rules/format';
import { QueryView } from '@/ui/QueryView';
import { Sheet } from '@/ui/Sheet';
import { Skeleton } from '@/ui/Skeleton';
import type { StreakDay } from '@/wire/bodies.gen';
import s from './StreakSheet.module.css';

const kinds = () =>
  ({
    checkin: { words: sheetTexts.checkedInEvent, Icon: Check },
    restart: { words: sheetTexts.newStreakEvent, Icon: Flame },
    freeze: { words: sheetTexts.missedKeptByA, Icon: Snowflake },
    miss: { words: sheetTexts.missedTheStreakEnded, Icon: Minus },
    missInTime: { words: sheetTexts.missedTheStreakGoes, Icon: Minus },
  }) as const satisfies Record<StreakDay['kind'] | 'missInTime', object>;

export interface StreakSheetProps {
  open: boolean;
  onClose: () => void;
  count: number;
}

export function StreakSheet({ open, onClose, count }: StreakSheetProps) {
  const days = useQuery({ ...streakDaysQuery, enabled: open });
  return (
    <Sheet
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={texts.whyStreak({ count })}
      description={sheetTexts.aStreakGoesOn}
    >
      <QueryView
        query={days}
        loading={sheetTexts.loadingYourDays}
        skeleton={<Skeleton height="10rem" />}
        failed={sheetTexts.yourDaysCouldNot}
        empty={<p>{sheetTexts.youHaveNotChecked}</p>}
      >
        {(all) => (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls a long list
          <ol className={s.days} tabIndex={0} aria-label={sheetTexts.daysNewestFirst}>
            {all.map(({ day, kind, streak, points }) => {
              const { words, Icon } = kinds()[kind === 'miss' && streak > 0 ? 'missInTime' : kind];
              return (
                <li key={day} className={s.day} data-kind={kind}>
                  <Icon size={18} aria-hidden="true" />
                  <span className={s.words}>
                    <time dateTime={day} className={s.date}>
                      {formatDate(`${day}T12:00:00Z`, 'dayOfYear', 'UTC')}
                    </time>
                    <span className={s.what}>
                      {words}
                      {points > 0 && <span className="mono"> +{points}</span>}
                    </span>
                  </span>
                  <span className={`mono ${s.count}`}>
                    <span aria-hidden="true">{streak}</span>
                    <span className="sr-only">{sheetTexts.days({ count: streak })}</span>
                  </span>
                </li>
              );
            })}
          </ol>
        )}
      </QueryView>
    </Sheet>
  );
}
