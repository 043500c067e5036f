// The ranks that points reach, side by side: those behind are lit.
import type { CSSProperties } from 'react';
import { formatNumber } from '@/rules/format';
import { type LadderStep, rankColour, rankOf } from '@/rules/rank/ranks';
import { Insignia } from '@/ui/Insignia';
import s from './Track.module.css';

export function Track({ ladder, points }: { ladder: readonly LadderStep[]; points: number }) {
  const steps = ladder.flatMap(({ rank, from }) => (from === null ? [] : [{ rank: rankOf(rank), from }]));
  if (steps.length === 0) return <div className={s.track} aria-hidden="true" />;
  const present = steps.findLast(({ from }) => points >= from);
  return (
    <ol className={s.track} aria-label="Ranks by points">
      {steps.map((step) => {
        const reached = points >= step.from;
        return (
          <li
            key={step.rank}
            className={s.step}
            data-reached={reached || undefined}
            aria-current={step === present ? 'step' : undefined}
            style={{ '--rank': rankColour(step.rank) } as CSSProperties}
            title={`${step.rank}: ${formatNumber(step.from)} points`}
          >
            <Insignia rank={step.rank} className={s.insignia} />
            <span className={s.name}>{step.rank}</span>
            <span className={`mono ${s.from}`}>{formatNumber(step.from)}</span>
            <span className="sr-only">{reached ? 'points, reached' : 'points'}</span>
          </li>
        );
      })}
    </ol>
  );
}
