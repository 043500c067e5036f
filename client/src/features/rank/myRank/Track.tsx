// The ranks that points reach, side by side: those behind are lit.
import { texts } from 'texts:rank';
import type { CSSProperties } from 'react';
import { formatNumber } from '@/rules/format';
import type { LadderStep } from '@/rules/rank/ladder';
import { rankColour, rankName, rankOf } from '@/rules/rank/ranks';
import { Insignia } from '@/ui/Insignia';
import s from './Track.module.css';

export function Track({ ladder, points }: { ladder: readonly LadderStep[]; points: number }) {
  const steps = ladder.flatMap(({ rank, from }) => (from === null ? [] : [{ rank: rankOf(rank), from }]));
  if (steps.length === 0) return <div className={s.track} aria-hidden="true" />;
  const present = steps.findLast(({ from }) => points >= from);
  return (
    <ol className={s.track} aria-label={texts.ranksByPoints}>
      {steps.map((step) => {
        const reached = points >= step.from;
        return (
          <li
            key={step.rank}
            className={s.step}
            data-reached={reached || undefined}
            aria-current={step === present ? 'step' : undefined}
            style={{ '--rank': rankColour(step.rank) } as CSSProperties}
            title={texts.points({ rank: rankName(step.rank), count: step.from })}
          >
            <Insignia rank={step.rank} className={s.insignia} />
            <span className={s.name}>{rankName(step.rank)}</span>
            <span className={`mono ${s.from}`}>{formatNumber(step.from)}</span>
            <span className="sr-only">{reached ? texts.pointsReached : texts.pointsMark}</span>
          </li>
        );
      })}
    </ol>
  );
}
