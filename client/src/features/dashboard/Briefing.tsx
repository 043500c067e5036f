// Who I am: insignia, name, rank, and the devices signed in.
import { texts } from 'texts:dashboard';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { MonitorSmartphone } from 'lucide-react';
import { Tags } from '@/parts/people/member/Tags';
import { sessionsQuery } from '@/queries/people/me';
import { formatDate, formatNumber } from '@/rules/format';
import { paths } from '@/rules/paths';
import { rankColour, rankName, rankOf } from '@/rules/rank/ranks';
import { useSession } from '@/stores/session/session';
import { Avatar } from '@/ui/Avatar';
import { Button } from '@/ui/Button';
import { cx } from '@/ui/cx';
import { Insignia } from '@/ui/Insignia';
import { Link } from '@/ui/Link';
import { failureOf } from '@/ui/QueryView';
import { Skeleton } from '@/ui/Skeleton';
import { ErrorState } from '@/ui/States';
import type { OwnProfile, PointsStatus } from '@/wire/bodies.gen';
import s from './Briefing.module.css';
import { Clock } from './Clock';
import { devicesWords } from './dashboardTexts';
import { displayName } from './person';

/** How many badges stand on the dashboard; all are on the profile. */
const newest = 6;

interface BriefingProps {
  profile: UseQueryResult<OwnProfile>;
  points: PointsStatus | undefined;
  onDevices: () => void;
}

export function Briefing({ profile, points, onDevices }: BriefingProps) {
  const user = useSession((state) => state.user);
  const sessions = useQuery(sessionsQuery);
  const own = profile.data;
  const rank = rankOf(own?.rank);
  const count = sessions.data?.length;
  const failed = failureOf(profile) !== null;

  return (
    <section className={`${s.panel} bracketed`} aria-labelledby="briefing">
      <h2 id="briefing" className={cx('label', s.label)}>
        {texts.briefing}
      </h2>
      <div className={s.who}>
        <span className={s.plate}>
          {own ? (
            <Insignia rank={rank} className={s.insignia} />
          ) : failed ? (
            <Avatar name={displayName(user)} size="large" className={s.initials} />
          ) : (
            <Skeleton width="60%" height="60%" />
          )}
        </span>
        <div className={s.names}>
          <p className={s.name}>
            <Link to={paths.profile} className={s.profile}>
              {displayName(own ?? user)}
            </Link>
          </p>
          <p className={s.rank}>
            {own ? (
              <span style={{ color: rankColour(rank) }}>{rankName(rank)}</span>
            ) : (
              !failed && <Skeleton width="6ch" />
            )}
            {user?.username && <span className={s.handle}>@{user.username}</span>}
          </p>
        </div>
      </div>
      {own ? (
        <dl className={s.facts}>
          <Fact term={texts.points} value={formatNumber(own.points)} />
          {/* Its place is kept: what stands below would move when it comes. */}
          <Fact term={texts.streak} value={points ? texts.streakDays({ count: points.streakCount }) : '…'} />
          <Fact term={texts.badges} value={formatNumber(own.badges.length)} />
          <Fact term={texts.memberSince} value={formatDate(own.member_since || own.created_at, 'month')} />
          {own.email && <Fact term={texts.email} value={own.email} contact />}
          {own.phone && <Fact term={texts.phone} value={own.phone} contact />}
        </dl>
      ) : failed ? (
        <ErrorState
          text={texts.profileFailed}
          action={{ label: texts.retry, run: () => void profile.refetch(), busy: profile.isFetching }}
        />
      ) : (
        <div className={s.facts} aria-busy="true">
          <span className="sr-only">{texts.loadingProfile}</span>
          <Skeleton height="2.75rem" />
          <Skeleton height="2.75rem" />
          <Skeleton height="2.75rem" />
        </div>
      )}
      {own && own.badge_tags.length > 0 && (
        <section aria-label={texts.yourBadges} className={s.badges}>
          <Tags tags={own.badge_tags.slice(-newest)} />
          {own.badge_tags.length > newest && (
            <Link to={paths.profile} className={s.more}>
              {texts.badgesMore({ count: own.badge_tags.length - newest })}
            </Link>
          )}
        </section>
      )}
      <Clock className={s.clock} />
      <Button
        className={s.devices}
        onClick={onDevices}
        icon={<MonitorSmartphone size={18} strokeWidth={1.75} aria-hidden="true" />}
      >
        {devicesWords(count)}
      </Button>
    </section>
  );
}

function Fact({ term, value, contact }: { term: string; value: string; contact?: boolean }) {
  return (
    <div className={cx(s.fact, contact && s.contact)}>
      <dt className="label">{term}</dt>
      <dd className="mono">{value}</dd>
    </div>
  );
}
