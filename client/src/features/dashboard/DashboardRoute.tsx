// The briefing: who I am, what is live now, and where to go.
import { texts } from 'texts:dashboard';
import { useQuery } from '@tanstack/react-query';
import { LogOut } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Navigate } from 'react-router';
import { Devices } from '@/parts/people/devices/Devices';
import { profileQuery, userStatusQuery } from '@/queries/people/me';
import { pointsQuery } from '@/queries/rank/points';
import { paths } from '@/rules/paths';
import { countdown } from '@/rules/rank/checkin';
import { rankName, rankOf } from '@/rules/rank/ranks';
import { useFirstSteps } from '@/stores/people/firstSteps';
import { logout } from '@/stores/session/session';
import { ConnectionDot } from '@/ui/ConnectionDot';
import { cx } from '@/ui/cx';
import { usePageTitle } from '@/ui/pageTitle';
import { useSecondsUntil } from '@/ui/useSecondsUntil';
import type { OwnProfile, PointsStatus } from '@/wire/bodies.gen';
import { AdminButtons } from './AdminButtons';
import { Briefing } from './Briefing';
import { ChatTile } from './ChatTile';
import s from './DashboardRoute.module.css';
import { Greeting } from './Greeting';
import { Header } from './Header';
import { Tile } from './Tile';
import { tiles } from './tiles';

/** What a tile says of now. */
function factOf(to: string, profile?: OwnProfile, points?: PointsStatus, untilCheckIn?: number): string {
  switch (to) {
    case paths.decrypt:
      return texts.decryptFact;
    case paths.myRank:
      return profile
        ? `${rankName(rankOf(profile.rank))} · ${texts.pointsCount({ count: profile.points })}`
        : '';
    case paths.checkin:
      if (!points) return '';
      if (points.canCheckIn || untilCheckIn === 0)
        return texts.checkInToday({ points: points.nextCheckInPoints });
      return texts.checkInLater({ countdown: countdown(untilCheckIn ?? 0) });
    case paths.emergency:
      return texts.emergencyFact;
    default:
      return texts.contributeFact;
  }
}

export function Component() {
  usePageTitle(texts.title);
  const [devicesOpen, setDevicesOpen] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const profile = useQuery(profileQuery);
  const points = useQuery(pointsQuery);
  const status = points.data;
  const untilCheckIn = useSecondsUntil(status?.nextCheckInTime, status?.clockAhead ?? 0);
  // A new day has begun: the server says what it brings.
  const due = status !== undefined && !status.canCheckIn && untilCheckIn === 0;
  const { refetch } = points;
  useEffect(() => {
    if (due) void refetch();
  }, [due, refetch]);
  const me = useQuery(userStatusQuery).data;
  const isAdmin = me?.isAdmin === true;
  const left = useFirstSteps();

  function leave() {
    setLeaving(true);
    void logout();
  }

  if (me?.setupDue && !left.setup) return <Navigate to={paths.adminSetup} replace />;
  if (me?.welcomeDue && !left.welcome) return <Navigate to={paths.welcome} replace />;
  return (
    <div className={s.screen}>
      <Header
        picture={profile.data?.profile_picture_thumbnail_url}
        onDevices={() => setDevicesOpen(true)}
        onLogout={leave}
      />
      {profile.data && <Greeting profile={profile.data} points={status} />}
      <main className={s.main}>
        <h1 className="sr-only">{texts.title}</h1>
        <Briefing profile={profile} points={status} onDevices={() => setDevicesOpen(true)} />
        <ChatTile />
        <nav aria-label={texts.sections} className={s.tiles}>
          {tiles().map(({ word, to, icon: Icon, tone }) => (
            <Tile
              key={word}
              word={word}
              to={to}
              icon={<Icon size={24} strokeWidth={1.5} aria-hidden="true" />}
              tone={tone}
              fact={factOf(to, profile.data, status, untilCheckIn)}
            />
          ))}
          <Tile
            word={texts.logoutTile}
            icon={<LogOut size={24} strokeWidth={1.5} aria-hidden="true" />}
            fact={leaving ? texts.leaving : texts.logoutFact}
            onPress={leave}
            busy={leaving}
          />
        </nav>
      </main>
      <footer className={cx(s.footer, isAdmin && s.between)}>
        <ConnectionDot state="live" label={texts.monitored} />
      </footer>
      {isAdmin && <AdminButtons />}
      <Devices open={devicesOpen} onClose={() => setDevicesOpen(false)} />
    </div>
  );
}
