// The menu under the member's name, fetched when it is first opened.
import { BellRing, EarOff, FolderDown, LogOut, MonitorSmartphone, UserRound } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '@/rules/paths';
import { openSettings } from '@/stores/people/settings';
import { Menu, MenuChoice, MenuItem, MenuLine } from '@/ui/Menu';
import { chooseTheme, type ThemeChoice, themeChoice } from '@/ui/theme';
import { texts } from './dashboardTexts';

const themes = [
  { value: 'system', label: texts.themes.system },
  { value: 'night', label: texts.themes.night },
  { value: 'daylight', label: texts.themes.daylight },
] as const;

interface HeaderMenuProps {
  trigger: ReactElement;
  onDevices: () => void;
  onLogout: () => void;
}

/** It is open when it appears: it was pressed before it was there. */
export default function HeaderMenu({ trigger, onDevices, onLogout }: HeaderMenuProps) {
  const navigate = useNavigate();
  const [theme, setTheme] = useState<ThemeChoice>(themeChoice);
  return (
    <Menu defaultOpen trigger={trigger}>
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
      <MenuItem icon={<FolderDown size={16} aria-hidden="true" />} onSelect={() => openSettings('mydata')}>
        {texts.myData}
      </MenuItem>
      <MenuItem icon={<MonitorSmartphone size={16} aria-hidden="true" />} onSelect={onDevices}>
        {texts.devices}
      </MenuItem>
      <MenuItem icon={<LogOut size={16} aria-hidden="true" />} onSelect={onLogout}>
        {texts.logOut}
      </MenuItem>
    </Menu>
  );
}
