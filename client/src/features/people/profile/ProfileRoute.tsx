// ARMY PROFILE: who I am here, what I have earned, and where I am signed in.

import { texts as ownTexts } from 'texts:people/profile/own';
import { texts } from 'texts:people/rules';
import { useQuery } from '@tanstack/react-query';
import { FolderDown, LogOut, Mail, Medal, MonitorSmartphone, Phone, ShieldCheck } from 'lucide-react';
import { type CSSProperties, useState } from 'react';
import { Devices } from '@/parts/people/devices/Devices';
import { Tags } from '@/parts/people/member/Tags';
import { OwnPicture } from '@/parts/people/profile/OwnPicture';
import { BadgeWall } from '@/parts/rank/badges/BadgeWall';
import { profileQuery, sessionsQuery } from '@/queries/people/me';
import { capitals, formatDate, formatMoney, formatNumber } from '@/rules/format';
import { paths } from '@/rules/paths';
import { rankColour, rankName, rankOf } from '@/rules/rank/ranks';
import { openSettings } from '@/stores/people/settings';
import { useConfig } from '@/stores/session/config';
import { logout, useSession } from '@/stores/session/session';
import { Avatar } from '@/ui/Avatar';
import { Button, ButtonLink } from '@/ui/Button';
import { Insignia } from '@/ui/Insignia';
import { whenOpen } from '@/ui/onDemand';
import { Page } from '@/ui/Page';
import { failureOf } from '@/ui/QueryView';
import { Skeleton } from '@/ui/Skeleton';
import { ErrorState } from '@/ui/States';
import { Terrain } from '@/ui/Terrain';
import type { OwnProfile, User } from '@/wire/bodies.gen';
import s from './ProfileRoute.module.css';

const SecondFactorSheet = whenOpen<{ open: boolean; onClose: () => void }>(
  () => import('@/features/secondfactor/SecondFactorSheet'),
);

export function Component() {
  const [leaving, setLeaving] = useState(false);
  const user = useSession((session) => session.user);
  const profile = useQuery(profileQuery);
  const own = profile.data;
  return (
    <Page
      title={ownTexts.armyProfile}
      width="medium"
      back={{ to: paths.dashboard, label: texts.backToDashboard }}
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
          {ownTexts.logout}
        </Button>
      }
    >
      {failureOf(profile) && (
        <section className={s.panel} aria-label={ownTexts.error}>
          <h2 className={s.error}>{ownTexts.error}</h2>
          <ErrorState
            text={ownTexts.loadFailed}
            action={{ label: texts.retry, run: () => void profile.refetch(), busy: profile.isFetching }}
          />
        </section>
      )}
      <div className={s.grid}>
        <Who own={own} user={user} waiting={profile.isPending} />
        {own && (
          <>
            <section className={s.badges} aria-labelledby="badges">
              <h2 id="badges" className="label">
                {ownTexts.badges}
              </h2>
              <BadgeWall />
              {own.badge_tags.length > 0 && (
                <section className={s.given} aria-labelledby="given">
                  <h3 id="given" className="label">
                    {ownTexts.givenByAdministrators}
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
  const name = person?.name || person?.username || ownTexts.unidentified;
  const rank = rankOf(own?.rank);
  return (
    <section
      className={`${s.who} bracketed`}
      style={{ '--rank': rankColour(rank), '--bracket-colour': 'var(--rank)' } as CSSProperties}
      aria-label={ownTexts.whoYouAre}
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
              {capitals(rankName(rank))}
            </p>
          )}
        </div>
      </div>
      <ButtonLink to={paths.myRank} variant="primary" block icon={<Medal size={18} aria-hidden="true" />}>
        {texts.myRank}
      </ButtonLink>
      {own && (
        <dl className={s.counts}>
          <div>
            <dt className="label">{ownTexts.badges}</dt>
            <dd className="mono">{formatNumber(own.badges.length)}</dd>
          </div>
          <div>
            <dt className="label">{ownTexts.points}</dt>
            <dd className="mono">{formatNumber(own.points)}</dd>
          </div>
        </dl>
      )}
      <ul className={s.contacts}>
        {person?.email && (
          <li>
            <Mail size={16} aria-hidden="true" />
            <span className="sr-only">{ownTexts.email} </span>
            {person.email}
          </li>
        )}
        {person?.phone && (
          <li>
            <Phone size={16} aria-hidden="true" />
            <span className="sr-only">{ownTexts.phone} </span>
            {person.phone}
          </li>
        )}
      </ul>
      {support && (
        <a className={s.mail} href={`mailto:${support}`}>
          {ownTexts.missingBadgesWantTo}
        </a>
      )}
    </section>
  );
}

function Details({ own }: { own: OwnProfile }) {
  const [devices, setDevices] = useState(false);
  const [factors, setFactors] = useState(false);
  const sessions = useQuery(sessionsQuery).data;
  const lastActive = sessions?.map((session) => Date.parse(session.lastSeenAt)).sort((a, b) => b - a)[0];
  const rows: readonly [term: string, value: string, code?: boolean][] = [
    [ownTexts.memberSince, formatDate(own.member_since || own.created_at, 'dateOfYear')],
    [ownTexts.guardianStatus, own.is_guardian ? ownTexts.guardian : ownTexts.notAGuardian],
    [ownTexts.userId, own.user_id, true],
    [ownTexts.lastActive, lastActive === undefined ? '…' : formatDate(lastActive, 'full')],
    [ownTexts.totalContributed, formatMoney(own.total_contributed)],
  ];
  return (
    <section className={s.details} aria-labelledby="details">
      <h2 id="details" className="label">
        {ownTexts.userDetails}
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
          {sessions ? ownTexts.otherDevicesSignedIn({ count: sessions.length }) : ownTexts.signedInDevices}
        </Button>
        <Button icon={<ShieldCheck size={18} aria-hidden="true" />} onClick={() => setFactors(true)}>
          {ownTexts.secondFactor}
        </Button>
        <Button icon={<FolderDown size={18} aria-hidden="true" />} onClick={() => openSettings('mydata')}>
          {ownTexts.myData}
        </Button>
      </div>
      <Devices open={devices} onClose={() => setDevices(false)} />
      <SecondFactorSheet open={factors} onClose={() => setFactors(false)} />
    </section>
  );
}
