// /admin: the back office in tabs, of which Applications and the face viewer have addresses of their own. The route's loader has asked whether the
// caller is an administrator before any of this is drawn.
import { texts } from 'texts:admin';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Navigate, useMatch, useNavigate } from 'react-router';
import { followAdminChanges } from '@/queries/adminChanges';
import { waitingQuery } from '@/queries/desk/waiting';
import { userStatusQuery } from '@/queries/people/me';
import { paths } from '@/rules/paths';
import { onAdminChanges } from '@/stores/desk/adminChanges';
import { Count } from '@/ui/Count';
import { focusHeading } from '@/ui/focus';
import { Link } from '@/ui/Link';
import { onDemand } from '@/ui/onDemand';
import { Page } from '@/ui/Page';
import { type Tab, Tabs } from '@/ui/Tabs';
import s from './AdminRoute.module.css';
import { AddressScope, useAddress } from './address';
import { Part } from './Part';
import { PaletteButton } from './palette/PaletteButton';
import { RightLost } from './RightLost';
import { type TabName, tabNamed } from './tabNames';
import { tabsWith } from './tabs';

const UserModal = onDemand<{ id: string; onClose: () => void }>(() =>
  import('./desk/users/UserModal').then(({ UserModal }) => ({ default: UserModal })),
);

// The loader has just asked; a refused call has it asked again (queries/client.ts).
const freshMs = 30_000;

export function Component() {
  // Goes on after the screen is left: what is not shown is asked again when it is next opened.
  useEffect(() => void onAdminChanges(followAdminChanges), []);
  return (
    <AddressScope>
      <Panel />
    </AddressScope>
  );
}

/** Has an address of its own, /admin/{tab}. */
const isPlace = (tab: TabName) => tab === 'applications' || tab === 'face';
/** Parts without a heading that can be seen: what stands over them is their tab. */
const unheaded: readonly TabName[] = [
  'users',
  'notifications',
  'applications',
  'encrypted',
  'reports',
  'emergency',
  'audit',
];
const placeOf = (tab: TabName) => `${paths.admin}/${tab}`;

function Panel() {
  const navigate = useNavigate();
  const { params, go, close } = useAddress();
  const opened = params.get('user');
  const place = useMatch(`${paths.admin}/:tab`)?.params.tab;
  const tab = tabNamed(place?.toLowerCase() ?? params.get('tab'));
  const userStatus = useQuery({ ...userStatusQuery, staleTime: freshMs });
  const tabs = tabsWith(useQuery(waitingQuery).data);

  // The palette and a step back change the tab while the focus is in the part that goes.
  const before = useRef(tab);
  useEffect(() => {
    if (before.current === tab) return;
    before.current = tab;
    if (document.activeElement === document.body) focusHeading();
  }, [tab]);

  function choose(next: TabName) {
    if (isPlace(next)) void navigate(placeOf(next));
    else go(next === 'rooms' ? {} : { tab: next });
  }

  if (userStatus.data && !userStatus.data.isAdmin) return <RightLost />;
  if (isPlace(tab) && !place) return <Navigate to={placeOf(tab)} replace />;
  return (
    <Page
      title={texts.title}
      back={{ to: paths.dashboard, label: texts.back }}
      actions={<PaletteButton />}
      width="wide"
    >
      <Waits tabs={tabs} />
      <Tabs label={texts.partsOfTheAdmin} tabs={tabs} value={tab} onChange={choose}>
        {unheaded.includes(tab) && <h2 className="sr-only">{texts.tabs[tab]}</h2>}
        <Part key={tab} tab={tab} />
      </Tabs>
      {/* Over whatever named the user. */}
      {opened && <UserModal key={opened} id={opened} onClose={() => close('user', 'part')} />}
    </Page>
  );
}

/** On a phone the tabs where something waits are out of sight. */
function Waits({ tabs }: { tabs: readonly Tab<TabName>[] }) {
  const waiting = tabs.filter(({ waits }) => waits && waits.count > 0);
  if (waiting.length === 0) return null;
  return (
    <p className={s.waits} data-urgent={waiting.some(({ waits }) => waits?.urgent) ? '' : undefined}>
      {waiting.map(({ value, label, waits }) => (
        <Link
          key={value}
          to={isPlace(value) ? `${placeOf(value)}?status=pending` : `${paths.admin}?tab=${value}`}
        >
          {label}
          {waits && <Count {...waits} className={s.count} />}
        </Link>
      ))}
    </p>
  );
}
