// The one thing to do today: the button, or the timer until it comes back.

import { texts } from 'texts:rank/rules';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { rich } from '@/languages/rich';
import { ApiError } from '@/net/api';
import { profileQuery } from '@/queries/people/me';
import { checkIn, pointsKey, streakQuery } from '@/queries/rank/points';
import { formatDate } from '@/rules/format';
import { countdown, rankUpAfterMs, reloadAfterMs, successLastsMs } from '@/rules/rank/checkin';
import { rankName, rankOf } from '@/rules/rank/ranks';
import { Button } from '@/ui/Button';
import { Insignia } from '@/ui/Insignia';
import { useSecondsUntil } from '@/ui/useSecondsUntil';
import type { PointsStatus } from '@/wire/bodies.gen';
import s from './CheckInPanel.module.css';

interface CheckInPanelProps {
  /** Undefined while it is on its way. */
  status: (PointsStatus & { clockAhead: number }) | undefined;
  canCheckIn: boolean;
  /** What a check-in now earns. */
  points: number;
}

export function CheckInPanel({ status, canCheckIn, points }: CheckInPanelProps) {
  const client = useQueryClient();
  const [news, setNews] = useState<{ earned: number; rank: string | null } | null>(null);
  const [rankUp, setRankUp] = useState(false);
  const left = useSecondsUntil(status?.nextCheckInTime, status?.clockAhead ?? 0);
  const reload = () => {
    void client.invalidateQueries({ queryKey: pointsKey });
    void client.invalidateQueries(profileQuery);
  };
  const act = useMutation({
    mutationFn: checkIn,
    onSuccess: (done) => {
      setNews({ earned: done.points, rank: done.rankChanged ? done.newRank : null });
      client.setQueryData(streakQuery.queryKey, (before) => ({
        success: true as const,
        streakCount: done.streakCount,
        highestStreak: Math.max(before?.highestStreak ?? 0, done.streakCount),
        canCheckIn: false,
        alreadyCheckedInToday: true,
      }));
    },
    onError: reload,
  });

  // A check-in counts until the status of another day comes.
  const { reset } = act;
  const today = status?.today;
  useEffect(() => {
    if (today !== undefined) reset();
  }, [today, reset]);

  useEffect(() => {
    if (!news) return;
    const timers = [
      setTimeout(() => {
        void client.invalidateQueries({ queryKey: pointsKey });
        void client.invalidateQueries(profileQuery);
      }, reloadAfterMs),
      setTimeout(() => setRankUp(news.rank !== null), rankUpAfterMs),
      setTimeout(() => {
        setNews(null);
        setRankUp(false);
      }, successLastsMs),
    ];
    return () => timers.forEach(clearTimeout);
  }, [news, client]);

  const refused =
    act.error instanceof ApiError && (act.error.status === 409 || act.error.reply.alreadyCheckedIn === true);
  const done = act.isSuccess || (status && !canCheckIn);
  // It was made after all when only its answer was lost.
  const failure = refused ? texts.alreadyCheckedIn : act.error && !done ? texts.failedToCheckIn : '';
  const rank = news?.rank ? rankOf(news.rank) : null;

  // The button that was pressed is gone: by keyboard one goes on from what stands in its place.
  const panel = useRef<HTMLElement>(null);
  const pressed = !act.isIdle;
  useEffect(() => {
    if (done && pressed && document.activeElement === document.body) panel.current?.focus();
  }, [done, pressed]);
  return (
    <section ref={panel} className={`${s.panel} bracketed`} aria-label={texts.today} tabIndex={-1}>
      {!status && !act.isSuccess && !canCheckIn ? (
        <p role="status">{texts.loadingCheckInStatus}</p>
      ) : !done ? (
        <Button variant="primary" size="large" block busy={act.isPending} onClick={() => act.mutate()}>
          {act.isPending ? texts.checkingIn : texts.checkInNow}{' '}
          <span className={`mono ${s.brings}`}>{texts.plusPoints({ points })}</span>
        </Button>
      ) : (
        <div className={s.done}>
          <p className={s.word}>
            <CircleCheck size={24} aria-hidden="true" /> {texts.checkedInToday}
          </p>
          <p className={s.next}>
            <span className="label">{texts.nextCheckIn}</span>
            <span className={`mono ${s.timer}`} role="timer">
              {!status || (act.isSuccess && status.canCheckIn)
                ? texts.tomorrow
                : left > 0
                  ? countdown(left)
                  : texts.checkInAvailable}
            </span>
          </p>
          {left === 0 && status && !status.canCheckIn && (
            <Button
              onClick={() => {
                act.reset();
                reload();
              }}
            >
              {texts.checkInAgain}
            </Button>
          )}
        </div>
      )}
      <div className={s.news} role="status">
        {news && <p className={s.earned}>{texts.plusPoints({ points: news.earned })}</p>}
        {rankUp && rank && (
          <p className={s.rank}>
            <Insignia rank={rank} className={s.insignia} /> {texts.rankUp({ rank: rankName(rank) })}
          </p>
        )}
      </div>
      {failure && (
        <p className={s.failure} role="alert">
          {failure}
        </p>
      )}
      {status?.streakSafeUntil && (
        <p className={s.safe}>
          {rich(status.freezes > 0 ? texts.safeUntilFreeze : texts.safeUntil, {
            time: <time dateTime={status.streakSafeUntil}>{formatDate(status.streakSafeUntil, 'full')}</time>,
          })}
        </p>
      )}
      {status?.inactivityWarning && (
        <p className={s.warning} role="alert">
          {texts.missed({
            days: status.inactivityWarning.daysMissed,
            points: status.inactivityWarning.pointsAtRisk,
            time: formatDate(status.inactivityWarning.at, 'full'),
          })}
        </p>
      )}
    </section>
  );
}
