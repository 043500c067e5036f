// The brand, the version, who is signed in, and the menu.
import { BellRing, ChevronDown, EarOff, LogOut, MonitorSmartphone } from 'lucide-react';
import { useState } from 'react';
import { useCommunityName, useConfig } from '@/queries/config';
import { useSession } from '@/stores/session';
import { openSettings } from '@/stores/settings';
import { Avatar } from '@/ui/Avatar';
import { Emblem } from '@/ui/Emblem';
import { Menu, MenuChoice, MenuItem, MenuLine } from '@/ui/Menu';
import { chooseTheme, type ThemeChoice, themeChoice } from '@/ui/theme';
import s from './Header.module.css';
import { displayName } from './person';

const themes = [
  { value: 'system', label: 'As the system' },
  { value: 'night', label: 'Night' },
  { value: 'daylight', label: 'Daylight' },
] as const;

interface HeaderProps {
  onDevices: () => void;
  onLogout: () => void;
}

export function Header({ onDevices, onLogout }: HeaderProps) {
  const user = useSession((state) => state.user);
  const [theme, setTheme] = useState<ThemeChoice>(themeChoice);
  const name = displayName(user);
  const community = useCommunityName();
  const version = useConfig()?.version;

  return (
    <header className={s.header}>
      <div className={s.inner}>
        <Emblem className={s.emblem} />
        <span className={s.brand}>{community}</span>
        <span className={s.version}>
          {version && (
            <>
              <span className="sr-only">Version </span>
              {version}
            </>
          )}
        </span>
        <Menu
          trigger={
            <button type="button" className={s.person}>
              <span className={s.name}>{name}</span>
              <Avatar name={name} className={s.avatar} />
              <ChevronDown size={16} aria-hidden="true" />
              <span className="sr-only">, menu</span>
            </button>
          }
        >
          <MenuChoice
            label="Theme"
            options={themes}
            value={theme}
            onChange={(choice) => {
              chooseTheme(choice);
              setTheme(choice);
            }}
          />
          <MenuLine />
          <MenuItem
            icon={<BellRing size={16} aria-hidden="true" />}
            onSelect={() => openSettings('notifications')}
          >
            Notifications
          </MenuItem>
          <MenuItem icon={<EarOff size={16} aria-hidden="true" />} onSelect={() => openSettings('ignored')}>
            Ignored members
          </MenuItem>
          <MenuItem icon={<MonitorSmartphone size={16} aria-hidden="true" />} onSelect={onDevices}>
            Signed-in devices
          </MenuItem>
          <MenuItem icon={<LogOut size={16} aria-hidden="true" />} onSelect={onLogout}>
            Log out
          </MenuItem>
        </Menu>
      </div>
    </header>
  );
}
