// How far it is to the next number of days to be proud of.

import { formatCount } from '@/rules/format';
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
        {formatCount(to - days, 'day')} to a streak of <strong className="mono">{to}</strong>
      </p>
    </div>
  );
}
