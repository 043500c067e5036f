// The briefing: who I am, what is live now, and where to go.
import { useQuery } from '@tanstack/react-query';
import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { DevicesSheet } from '@/parts/devices/DevicesSheet';
import { profileQuery, standingQuery } from '@/queries/me';
import { pointsQuery } from '@/queries/points';
import { formatCount } from '@/rules/format';
import { paths } from '@/rules/paths';
import { rankOf } from '@/rules/ranks';
import { logout } from '@/stores/session';
import { ConnectionDot } from '@/ui/ConnectionDot';
import { cx } from '@/ui/cx';
import { usePageTitle } from '@/ui/pageTitle';
import type { OwnProfile, PointsStatus } from '@/wire/bodies.gen';
import { AdminButtons } from './AdminButtons';
import { Briefing } from './Briefing';
import { ChatTile } from './ChatTile';
import s from './DashboardRoute.module.css';

import { Header } from './Header';
import { Tile } from './Tile';
import { tiles } from './tiles';

const notOpen = 'Not open yet';

/** What a tile says of now. */
function factOf(to: string, profile?: OwnProfile, points?: PointsStatus): string {
  if (to === paths.myRank && profile) return rankOf(profile.rank);
  if (to === paths.checkin) {
    if (!points) return '';
    if (points.canCheckIn) return `+${points.nextCheckInPoints} points today`;
    return formatCount(points.streakCount, 'day streak', 'day streak');
  }
  if (to === paths.emergency) return 'Reach the creator';
  return notOpen;
}

export function Component() {
  usePageTitle('Dashboard');
  const [devicesOpen, setDevicesOpen] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const profile = useQuery(profileQuery);
  const points = useQuery(pointsQuery);
  const isAdmin = useQuery(standingQuery).data?.isAdmin === true;

  function leave() {
    setLeaving(true);
    void logout();
  }

  return (
    <div className={s.screen}>
      <Header
        picture={profile.data?.profile_picture_thumbnail_url}
        onDevices={() => setDevicesOpen(true)}
        onLogout={leave}
      />
      <main className={s.main}>
        <h1 className="sr-only">Dashboard</h1>
        <Briefing profile={profile} onDevices={() => setDevicesOpen(true)} />
        <ChatTile />
        <nav aria-label="Sections" className={s.tiles}>
          {tiles.map(({ word, to, icon: Icon, tone }) => (
            <Tile
              key={word}
              word={word}
              to={to}
              icon={<Icon size={24} strokeWidth={1.5} aria-hidden="true" />}
              tone={tone}
              fact={factOf(to, profile.data, points.data)}
            />
          ))}
          <Tile
            word="LOGOUT"
            icon={<LogOut size={24} strokeWidth={1.5} aria-hidden="true" />}
            fact={leaving ? 'Signing out' : 'End this session'}
            onPress={leave}
            busy={leaving}
          />
        </nav>
      </main>
      <footer className={cx(s.footer, isAdmin && s.between)}>
        <ConnectionDot state="live" label="SESSION MONITORED" />
      </footer>
      {isAdmin && <AdminButtons />}
      <DevicesSheet open={devicesOpen} onOpenChange={setDevicesOpen} />
    </div>
  );
}
