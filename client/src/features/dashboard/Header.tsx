// The brand, the version, who is signed in, and the menu.
import {
  BellRing,
  ChevronDown,
  EarOff,
  FolderDown,
  LogOut,
  MonitorSmartphone,
  UserRound,
} from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useCommunityName, useConfig } from '@/queries/config';
import { paths } from '@/rules/paths';
import { useSession } from '@/stores/session';
import { openSettings } from '@/stores/settings';
import { Avatar } from '@/ui/Avatar';
import { Emblem } from '@/ui/Emblem';
import { Menu, MenuChoice, MenuItem, MenuLine } from '@/ui/Menu';
import { chooseTheme, type ThemeChoice, themeChoice } from '@/ui/theme';
import s from './Header.module.css';
import { displayName } from './person';
import { texts } from './texts';

const themes = [
  { value: 'system', label: texts.themes.system },
  { value: 'night', label: texts.themes.night },
  { value: 'daylight', label: texts.themes.daylight },
] as const;

interface HeaderProps {
  /** The member's picture, as far as it is known. */
  picture: string | null | undefined;
  onDevices: () => void;
  onLogout: () => void;
}

export function Header({ picture, onDevices, onLogout }: HeaderProps) {
  const navigate = useNavigate();
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
              <span className="sr-only">{texts.version} </span>
              {version}
            </>
          )}
        </span>
        <Menu
          trigger={
            <button type="button" className={s.person}>
              <span className={s.name}>{name}</span>
              <Avatar name={name} src={picture} className={s.avatar} />
              <ChevronDown size={16} aria-hidden="true" />
              <span className="sr-only">, {texts.menu}</span>
            </button>
          }
        >
          <MenuChoice
            label={texts.theme}
            options={themes}
            value={theme}
            onChange={(choice) => {
              chooseTheme(choice);
              setTheme(choice);
            }}
          />
          <MenuLine />
          <MenuItem
            icon={<UserRound size={16} aria-hidden="true" />}
            onSelect={() => void navigate(paths.profile)}
          >
            {texts.profile}
          </MenuItem>
          <MenuItem
            icon={<BellRing size={16} aria-hidden="true" />}
            onSelect={() => openSettings('notifications')}
          >
            {texts.notifications}
          </MenuItem>
          <MenuItem icon={<EarOff size={16} aria-hidden="true" />} onSelect={() => openSettings('ignored')}>
            {texts.ignored}
          </MenuItem>
          <MenuItem
            icon={<FolderDown size={16} aria-hidden="true" />}
            onSelect={() => openSettings('mydata')}
          >
            {texts.myData}
          </MenuItem>
          <MenuItem icon={<MonitorSmartphone size={16} aria-hidden="true" />} onSelect={onDevices}>
            {texts.devices}
          </MenuItem>
          <MenuItem icon={<LogOut size={16} aria-hidden="true" />} onSelect={onLogout}>
            {texts.logOut}
          </MenuItem>
        </Menu>
      </div>
    </header>
  );
}
