// For the maker: every control in every state, in development builds only.
import { Bell, Inbox, LogOut, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { ranks } from '@/rules/rank/ranks';
import { toast } from '@/stores/toast';
import { Avatar } from '@/ui/Avatar';
import { Badge } from '@/ui/Badge';
import { Button, ButtonLink } from '@/ui/Button';
import { ConnectionDot } from '@/ui/ConnectionDot';
import { CountdownLine } from '@/ui/CountdownLine';
import { Emblem } from '@/ui/Emblem';
import { IconButton, IconLink } from '@/ui/IconButton';
import { Insignia } from '@/ui/Insignia';
import { Menu, MenuItem, MenuLine } from '@/ui/Menu';
import { Modal } from '@/ui/Modal';
import { usePageTitle } from '@/ui/pageTitle';
import { RollingNumber } from '@/ui/RollingNumber';
import { Segmented } from '@/ui/Segmented';
import { Sheet } from '@/ui/Sheet';
import { Skeleton } from '@/ui/Skeleton';
import { Spinner } from '@/ui/Spinner';
import { EmptyState, ErrorState } from '@/ui/States';
import { chooseTheme, type ThemeChoice, themeChoice } from '@/ui/theme';
import { useTips } from '@/ui/useTips';
import { DataShelf } from './DataShelf';
import { FormShelf } from './FormShelf';
import { MediaShelf } from './MediaShelf';
import { Shelf } from './Shelf';
import s from './WorkbenchRoute.module.css';

const themes = [
  { value: 'system', label: 'System' },
  { value: 'night', label: 'Night' },
  { value: 'daylight', label: 'Daylight' },
] as const;
const variants = ['primary', 'secondary', 'ghost', 'danger'] as const;

export function Component() {
  usePageTitle('Workbench');
  const [theme, setTheme] = useState<ThemeChoice>(themeChoice);
  const [modal, setModal] = useState(false);
  const [sheet, setSheet] = useState(false);
  const [count, setCount] = useState(9);
  const tips = useTips();

  return (
    <main className={s.page}>
      <header className={s.head}>
        <Emblem className={s.emblem} />
        <h1 className={s.title}>Workbench</h1>
        <Segmented
          label="Theme"
          options={themes}
          value={theme}
          onChange={(choice) => {
            chooseTheme(choice);
            setTheme(choice);
          }}
        />
      </header>

      <Shelf name="Buttons">
        {variants.map((variant) => (
          <div key={variant} className={s.row}>
            <Button variant={variant}>{variant}</Button>
            <Button variant={variant} icon={<Plus size={16} aria-hidden="true" />}>
              With icon
            </Button>
            <Button variant={variant} busy>
              Busy
            </Button>
            <Button variant={variant} disabled>
              Disabled
            </Button>
            <Button variant={variant} size="small">
              Small
            </Button>
            <Button variant={variant} size="large">
              Large
            </Button>
          </div>
        ))}
        <div className={s.row}>
          <ButtonLink to="/workbench">Link</ButtonLink>
          <IconButton label="Edit" icon={<Pencil size={20} aria-hidden="true" />} />
          <IconButton label="Bell" pressed icon={<Bell size={20} aria-hidden="true" />} />
          <IconButton label="Add" outlined icon={<Plus size={20} aria-hidden="true" />} />
          <IconLink to="." label="Back" icon={<Pencil size={20} aria-hidden="true" />} />
          <IconButton label="Delete" disabled icon={<Trash2 size={20} aria-hidden="true" />} />
          <span {...tips.listeners}>
            <Button data-tip="Said on hover and on focus">Tip</Button>
            {tips.tip}
          </span>
          <Menu trigger={<Button>Menu</Button>}>
            <MenuItem icon={<Pencil size={16} aria-hidden="true" />} onSelect={() => toast('Edited')}>
              Edit
            </MenuItem>
            <MenuItem disabled onSelect={() => {}}>
              Disabled
            </MenuItem>
            <MenuLine />
            <MenuItem
              danger
              icon={<LogOut size={16} aria-hidden="true" />}
              onSelect={() => toast('Left', { tone: 'alert' })}
            >
              Leave
            </MenuItem>
          </Menu>
        </div>
      </Shelf>

      <FormShelf />
      <DataShelf />

      <Shelf name="Status">
        <div className={s.row}>
          <Badge>plain</Badge>
          <Badge tone="accent">accent</Badge>
          <Badge tone="clear">clear</Badge>
          <Badge tone="alert">alert</Badge>
          <Badge tone="info">info</Badge>
        </div>
        <div className={s.row}>
          <ConnectionDot state="live" />
          <ConnectionDot state="connecting" />
          <ConnectionDot state="offline" />
          <Spinner />
        </div>
        <div className={s.row}>
          <Button onClick={() => setCount((now) => Math.max(0, now - 1))}>−</Button>
          <RollingNumber value={count} />
          <Button onClick={() => setCount((now) => now + 1)}>+</Button>
        </div>
        <CountdownLine left={40} total={60} />
        <Skeleton width="60%" />
        <div className={s.row}>
          <Button onClick={() => toast('Plain words')}>Toast</Button>
          <Button onClick={() => toast('It worked', { tone: 'clear' })}>Clear</Button>
          <Button onClick={() => toast('It failed', { tone: 'alert', lastsMs: 0 })}>Alert, stays</Button>
        </div>
      </Shelf>

      <Shelf name="People">
        <div className={s.row}>
          {['Ada Reyes', 'Bo', 'Chidi Okafor', 'dana.k', 'Eun-ji Park', 'Farid'].map((name) => (
            <Avatar key={name} name={name} />
          ))}
          <Avatar name="Large One" size="large" />
          <Avatar name="Small One" size="small" />
          <Avatar name="Broken Picture" src="/no-such-picture.png" />
        </div>
        <div className={s.row}>
          {ranks.map((rank) => (
            <span key={rank} className={s.rank}>
              <Insignia rank={rank} className={s.insignia} />
              <span className="label">{rank}</span>
            </span>
          ))}
        </div>
      </Shelf>

      <Shelf name="Over the screen">
        <div className={s.row}>
          <Button onClick={() => setModal(true)}>Modal</Button>
          <Button onClick={() => setSheet(true)}>Sheet</Button>
        </div>
        <Modal
          open={modal}
          onOpenChange={setModal}
          title="Delete this message?"
          description="It goes for everyone."
          actions={
            <>
              <Button onClick={() => setModal(false)}>Cancel</Button>
              <Button variant="primary" onClick={() => setModal(false)}>
                Delete
              </Button>
            </>
          }
        />
        <Sheet open={sheet} onOpenChange={setSheet} title="A sheet">
          <p>From the bottom on phones, in the middle elsewhere.</p>
        </Sheet>
      </Shelf>

      <MediaShelf />

      <Shelf name="Absences">
        <EmptyState
          icon={<Inbox size={32} strokeWidth={1.5} aria-hidden="true" />}
          title="Nothing here yet"
          text="What arrives will be listed here."
        />
        <ErrorState text="The list could not be loaded." action={{ label: 'Try again', run: () => {} }} />
      </Shelf>
    </main>
  );
}
