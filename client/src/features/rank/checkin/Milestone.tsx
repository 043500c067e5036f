// How far it is to the next number of days to be proud of.

import { texts } from 'texts:rank/rules';
import { rich } from '@/languages/rich';
import { formatNumber } from '@/rules/format';
import { milestoneOf } from '@/rules/rank/checkin';
import s from './Milestone.module.css';

export function Milestone({ days }: { days: number }) {
  const { from, to } = milestoneOf(days);
  return (
    <div className={s.milestone}>
      <span className={s.bar} aria-hidden="true">
        <span style={{ inlineSize: `${(100 * (days - from)) / (to - from)}%` }} />
      </span>
      <p className={s.words}>
        {rich(texts.toStreak, {
          days: to - days,
          streak: <strong className="mono">{formatNumber(to)}</strong>,
        })}
      </p>
    </div>
  );
}
