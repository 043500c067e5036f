// ARMY PROFILE: who I am here, what I have earned, and where I am signed in.
import { useQuery } from '@tanstack/react-query';
import { FolderDown, LogOut, Mail, Medal, MonitorSmartphone, Phone } from 'lucide-react';
import { type CSSProperties, useState } from 'react';
import { Devices } from '@/parts/people/devices/Devices';
import { Tags } from '@/parts/people/member/Tags';
import { OwnPicture } from '@/parts/people/profile/OwnPicture';
import { BadgeWall } from '@/parts/rank/badges/BadgeWall';
import { profileQuery, sessionsQuery } from '@/queries/people/me';
import { formatCount, formatDate, formatMoney, formatNumber } from '@/rules/format';
import { paths } from '@/rules/paths';
import { loadFailed } from '@/rules/people/profile';
import { rankColour, rankOf } from '@/rules/rank/ranks';
import { openSettings } from '@/stores/people/settings';
import { useConfig } from '@/stores/session/config';
import { logout, useSession } from '@/stores/session/session';
import { Avatar } from '@/ui/Avatar';
import { Button, ButtonLink } from '@/ui/Button';
import { Insignia } from '@/ui/Insignia';
import { Page } from '@/ui/Page';
import { failureOf } from '@/ui/QueryView';
import { Skeleton } from '@/ui/Skeleton';
import { ErrorState } from '@/ui/States';
import { Terrain } from '@/ui/Terrain';
import type { OwnProfile, User } from '@/wire/bodies.gen';
import s from './ProfileRoute.module.css';

export function Component() {
  const [leaving, setLeaving] = useState(false);
  const user = useSession((session) => session.user);
  const profile = useQuery(profileQuery);
  const own = profile.data;
  return (
    <Page
      title="ARMY PROFILE"
      width="medium"
      back={{ to: paths.dashboard, label: 'Back to dashboard' }}
      actions={
        <Button
          variant="ghost"
          icon={<LogOut size={18} aria-hidden="true" />}
          busy={leaving}
          onClick={() => {
            setLeaving(true);
            void logout();
          }}
        >
          LOGOUT
        </Button>
      }
    >
      {failureOf(profile) && (
        <section className={s.panel} aria-label="ERROR">
          <h2 className={s.error}>ERROR</h2>
          <ErrorState
            text={loadFailed}
            action={{ label: 'RETRY', run: () => void profile.refetch(), busy: profile.isFetching }}
          />
        </section>
      )}
      <div className={s.grid}>
        <Who own={own} user={user} waiting={profile.isPending} />
        {own && (
          <>
            <section className={s.badges} aria-labelledby="badges">
              <h2 id="badges" className="label">
                Badges
              </h2>
              <BadgeWall />
              {own.badge_tags.length > 0 && (
                <section className={s.given} aria-labelledby="given">
                  <h3 id="given" className="label">
                    Given by administrators
                  </h3>
                  <Tags tags={own.badge_tags} />
                </section>
              )}
            </section>
            <Details own={own} />
          </>
        )}
      </div>
    </Page>
  );
}

interface WhoProps {
  own: OwnProfile | undefined;
  /** Stands in while the profile is missing. */
  user: User | null;
  waiting: boolean;
}

function Who({ own, user, waiting }: WhoProps) {
  const support = useConfig()?.supportEmail;
  const person = own ?? user;
  const name = person?.name || person?.username || 'UNIDENTIFIED';
  const rank = rankOf(own?.rank);
  return (
    <section
      className={`${s.who} bracketed`}
      style={{ '--rank': rankColour(rank), '--bracket-colour': 'var(--rank)' } as CSSProperties}
      aria-label="Who you are"
    >
      <div className={s.band}>
        <Terrain className={s.ground} />
      </div>
      <div className={s.head}>
        {own ? (
          <OwnPicture profile={own} name={own.username || name} />
        ) : (
          <Avatar name={name} className={s.initials} />
        )}
        <div className={s.names}>
          <p className={s.name}>{name}</p>
          {person?.username && <p className={s.username}>@{person.username}</p>}
          {waiting ? (
            <Skeleton width="8ch" />
          ) : (
            <p className={s.rank}>
              <Insignia rank={rank} className={s.insignia} />
              {rank.toUpperCase()}
            </p>
          )}
        </div>
      </div>
      <ButtonLink to={paths.myRank} variant="primary" block icon={<Medal size={18} aria-hidden="true" />}>
        MY RANK
      </ButtonLink>
      {own && (
        <dl className={s.counts}>
          <div>
            <dt className="label">Badges</dt>
            <dd className="mono">{formatNumber(own.badges.length)}</dd>
          </div>
          <div>
            <dt className="label">Points</dt>
            <dd className="mono">{formatNumber(own.points)}</dd>
          </div>
        </dl>
      )}
      <ul className={s.contacts}>
        {person?.email && (
          <li>
            <Mail size={16} aria-hidden="true" />
            <span className="sr-only">Email: </span>
            {person.email}
          </li>
        )}
        {person?.phone && (
          <li>
            <Phone size={16} aria-hidden="true" />
            <span className="sr-only">Phone: </span>
            {person.phone}
          </li>
        )}
      </ul>
      {support && (
        <a className={s.mail} href={`mailto:${support}`}>
          Missing Badges? Want to update info?
        </a>
      )}
    </section>
  );
}

function Details({ own }: { own: OwnProfile }) {
  const [devices, setDevices] = useState(false);
  const sessions = useQuery(sessionsQuery).data;
  const lastActive = sessions?.map((session) => Date.parse(session.lastSeenAt)).sort((a, b) => b - a)[0];
  const rows: readonly [term: string, value: string, code?: boolean][] = [
    ['Member since', formatDate(own.member_since || own.created_at, 'dateOfYear')],
    ['Guardian status', own.is_guardian ? 'Guardian' : 'Not a Guardian'],
    ['User ID', own.user_id, true],
    ['Last active', lastActive === undefined ? '…' : formatDate(lastActive, 'full')],
    ['Total contributed', formatMoney(own.total_contributed)],
  ];
  return (
    <section className={s.details} aria-labelledby="details">
      <h2 id="details" className="label">
        User details
      </h2>
      <dl className={s.rows}>
        {rows.map(([term, value, code]) => (
          <div key={term} className={s.row}>
            <dt>{term}</dt>
            <dd className={code ? `mono ${s.code}` : undefined}>{value}</dd>
          </div>
        ))}
      </dl>
      <div className={s.actions}>
        <Button icon={<MonitorSmartphone size={18} aria-hidden="true" />} onClick={() => setDevices(true)}>
          {sessions ? `${formatCount(sessions.length, 'device')} signed in` : 'Signed-in devices'}
        </Button>
        <Button icon={<FolderDown size={18} aria-hidden="true" />} onClick={() => openSettings('mydata')}>
          My data
        </Button>
      </div>
      <Devices open={devices} onClose={() => setDevices(false)} />
    </section>
  );
}
