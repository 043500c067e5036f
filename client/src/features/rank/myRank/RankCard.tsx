// The rank as it is worn, the points, and the way to the next one.

import { texts } from 'texts:rank';
import { useQuery } from '@tanstack/react-query';
import { CircleHelp } from 'lucide-react';
import { type CSSProperties, useState } from 'react';
import { rich } from '@/languages/rich';
import { ladderQuery, pointsQuery } from '@/queries/rank/points';
import { formatNumber, formatPercent } from '@/rules/format';
import { type Rank, rankColour, rankName, rankOf } from '@/rules/rank/ranks';
import { Button } from '@/ui/Button';
import { Insignia } from '@/ui/Insignia';
import { whenOpen } from '@/ui/onDemand';
import { RollingNumber } from '@/ui/RollingNumber';
import type { OwnProfile, PointsStatus } from '@/wire/bodies.gen';
import type { LadderSheetProps } from './LadderSheet';
import s from './RankCard.module.css';
import { Track } from './Track';

const LadderSheet = whenOpen<LadderSheetProps>(() =>
  import('./LadderSheet').then(({ LadderSheet }) => ({ default: LadderSheet })),
);

const honorary: readonly Rank[] = ['Corporal', 'Lieutenant'];

export function RankCard({ own }: { own: OwnProfile }) {
  const [help, setHelp] = useState(false);
  const status = useQuery(pointsQuery).data;
  const ladder = useQuery(ladderQuery).data ?? [];
  const rank = rankOf(status?.rank ?? own.rank);
  const points = status?.points ?? own.points;
  const guardian = rank === 'Guardian';
  return (
    <section
      className={`${s.card} bracketed`}
      style={{ '--rank': rankColour(rank), '--bracket-colour': 'var(--rank)' } as CSSProperties}
      aria-label={texts.yourRank}
    >
      <div className={s.head}>
        <span className={s.plate}>
          <Insignia rank={rank} className={s.insignia} />
        </span>
        <div className={s.words}>
          <p className="label">
            {guardian ? texts.byInvitation : honorary.includes(rank) ? texts.honoraryRank : texts.yourRank}
          </p>
          <p className={s.rank}>{rankName(rank)}</p>
          <p className={s.points}>
            <span className={s.number}>
              <RollingNumber value={points} />
            </span>{' '}
            {texts.pointsLabel}
          </p>
        </div>
        <Button
          size="small"
          variant="ghost"
          className={s.help}
          icon={<CircleHelp size={16} aria-hidden="true" />}
          onClick={() => setHelp(true)}
        >
          {texts.ranks}
        </Button>
      </div>
      {!guardian && status && <Progress status={status} />}
      {!guardian && <Track ladder={ladder} points={points} />}
      <LadderSheet open={help} onClose={() => setHelp(false)} ladder={ladder} rank={rank} />
    </section>
  );
}

function Progress({ status }: { status: PointsStatus }) {
  const { nextRank, pointsToNextRank, progressToNextRank } = status;
  const percent = Math.floor(progressToNextRank ?? 100);
  const done = nextRank === null || pointsToNextRank === null;
  return (
    <div className={s.progress}>
      <p className={s.way}>
        {done ? (
          <strong>{texts.maxRankAchieved}</strong>
        ) : (
          <>
            <span>
              {rich(texts.pointsToRank, {
                count: pointsToNextRank,
                points: <strong className="mono">{formatNumber(pointsToNextRank)}</strong>,
                rank: (
                  <span style={{ color: rankColour(rankOf(nextRank)) }}>{rankName(rankOf(nextRank))}</span>
                ),
              })}
            </span>
            <span className="mono">{formatPercent(percent)}</span>
          </>
        )}
      </p>
      <div
        className={s.bar}
        role="progressbar"
        aria-label={texts.progressToTheNext}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={done ? 100 : percent}
      >
        <span style={{ inlineSize: `${done ? 100 : (progressToNextRank ?? 0)}%` }} />
      </div>
    </div>
  );
}
