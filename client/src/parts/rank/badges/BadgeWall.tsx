// What a member has earned, what is still to be had, and how far it is to each.

import { texts } from 'texts:parts/rank/badges';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Award, Eye, EyeOff } from 'lucide-react';
import { messageOf } from '@/net/api';
import { earnedQuery, showBadge } from '@/queries/rank/earned';
import { earnedDescription, earnedName } from '@/rules/earned';
import { formatDate, formatPercent } from '@/rules/format';
import { toast } from '@/stores/toast';
import { IconButton } from '@/ui/IconButton';
import { QueryView } from '@/ui/QueryView';
import { Skeleton } from '@/ui/Skeleton';
import type { EarnedBadge, EarnedBadges, OpenBadge } from '@/wire/bodies.gen';
import s from './BadgeWall.module.css';
import { EarnedSign } from './EarnedSign';

export function BadgeWall() {
  const mine = useQuery(earnedQuery);
  return (
    <QueryView
      query={mine}
      loading={texts.loading}
      failed={(error) => messageOf(error, texts.failed)}
      skeleton={<Skeleton height="12rem" />}
    >
      {(wall) => <Wall wall={wall} />}
    </QueryView>
  );
}

function Wall({ wall }: { wall: EarnedBadges }) {
  const { earned, open } = wall;
  return (
    <div className={s.wall}>
      {earned.length === 0 ? (
        <div className={s.none}>
          <Award size={28} strokeWidth={1.25} aria-hidden="true" />
          <p className={s.title}>{texts.none}</p>
          <p className={s.hint}>{texts.noneHint}</p>
        </div>
      ) : (
        <ul className={s.grid} aria-label={texts.title}>
          {earned.map((badge) => (
            <Earned key={badge.id} badge={badge} />
          ))}
        </ul>
      )}
      <section className={s.part} aria-labelledby="badges-open">
        <h3 id="badges-open" className="label">
          {texts.open}
        </h3>
        {open.length === 0 ? (
          <p className={s.quiet}>{texts.allEarned}</p>
        ) : (
          <ul className={s.grid}>
            {open.map((badge) => (
              <Open key={badge.id} badge={badge} />
            ))}
          </ul>
        )}
      </section>
    </div>
  );
}

function Earned({ badge }: { badge: EarnedBadge }) {
  const show = useMutation({
    mutationFn: (shown: boolean) => showBadge(badge.id, shown),
    onError: (failure) => toast(messageOf(failure, texts.changeFailed), { tone: 'alert' }),
  });
  const shown = show.isPending ? show.variables : badge.shown;
  const Seen = shown ? Eye : EyeOff;
  return (
    <li className={s.badge}>
      <EarnedSign badge={badge} size={26} className={s.sign} />
      <div className={s.words}>
        <p className={s.name}>{earnedName(badge)}</p>
        <p className={s.text}>{earnedDescription(badge)}</p>
        <p className={s.day}>{texts.earnedOn({ date: formatDate(badge.earnedAt, 'dateOfYear') })}</p>
      </div>
      <IconButton
        label={texts.show({ name: earnedName(badge) })}
        title={shown ? texts.shown : texts.hidden}
        pressed={shown}
        disabled={show.isPending}
        icon={<Seen size={18} aria-hidden="true" />}
        className={s.shown}
        onClick={() => show.mutate(!shown)}
      />
    </li>
  );
}

function Open({ badge }: { badge: OpenBadge }) {
  const percent = Math.floor(badge.progress * 100);
  return (
    <li className={`${s.badge} ${s.open}`}>
      <EarnedSign badge={badge} size={26} className={s.sign} />
      <div className={s.words}>
        <p className={s.name}>{earnedName(badge)}</p>
        <p className={s.text}>{earnedDescription(badge)}</p>
        <p className={s.far}>
          <progress
            className={s.bar}
            max={100}
            value={percent}
            aria-label={texts.progressOf({ name: earnedName(badge) })}
          />
          <span className="mono">{formatPercent(percent)}</span>
        </p>
      </div>
    </li>
  );
}
