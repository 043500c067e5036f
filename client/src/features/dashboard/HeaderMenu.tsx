// The menu under the member's name, fetched when it is first opened.
import { texts } from 'texts:dashboard';
import { texts as uiTexts } from 'texts:ui';
import { BellRing, EarOff, FolderDown, Keyboard, LogOut, MonitorSmartphone, UserRound } from 'lucide-react';
import { type ReactElement, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { fetchAhead, languageTag, offered } from '@/languages/texts';
import { paths } from '@/rules/paths';
import { openSettings } from '@/stores/people/settings';
import { sayIn } from '@/ui/Languages';
import { Menu, MenuChoice, MenuItem, MenuLine } from '@/ui/Menu';
import { chooseTheme, type ThemeChoice, themeChoice } from '@/ui/theme';

const themes = () =>
  [
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
  useEffect(() => {
    for (const { tag } of offered) fetchAhead(tag);
  }, []);
  return (
    <Menu defaultOpen trigger={trigger}>
      <MenuChoice
        label={texts.theme}
        options={themes()}
        value={theme}
        onChange={(choice) => {
          chooseTheme(choice);
          setTheme(choice);
        }}
      />
      {offered.length > 1 && (
        <MenuChoice
          label={uiTexts.language}
          options={offered.map(({ tag, name }) => ({ value: tag, label: name }))}
          value={languageTag()}
          onChange={sayIn}
        />
      )}
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
      <MenuItem icon={<Keyboard size={16} aria-hidden="true" />} onSelect={() => openSettings('keys')}>
        {texts.keys}
      </MenuItem>
      <MenuItem icon={<LogOut size={16} aria-hidden="true" />} onSelect={onLogout}>
        {texts.logOut}
      </MenuItem>
    </Menu>
  );
}
