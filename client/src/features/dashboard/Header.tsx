// The brand, the version, who is signed in, and the menu.
import { ChevronDown } from 'lucide-react';
import { type ComponentType, useState } from 'react';
import { loadModule } from '@/net/loadModule';
import { useCommunityName, useConfig } from '@/stores/config';
import { useSession } from '@/stores/session';
import { Avatar } from '@/ui/Avatar';
import { Emblem } from '@/ui/Emblem';
import { sayFetchFailed } from '@/ui/onDemand';
import s from './Header.module.css';
import type { HeaderMenuProps } from './HeaderMenu';
import { displayName } from './person';
import { texts } from './texts';

const loadMenu = () => import('./HeaderMenu');
const fetchAhead = () => void loadMenu().catch(() => {});

interface HeaderProps {
  /** The member's picture, as far as it is known. */
  picture: string | null | undefined;
  onDevices: () => void;
  onLogout: () => void;
}

export function Header({ picture, onDevices, onLogout }: HeaderProps) {
  const user = useSession((state) => state.user);
  const [Menu, setMenu] = useState<ComponentType<HeaderMenuProps> | null>(null);
  const name = displayName(user);
  const community = useCommunityName();
  const version = useConfig()?.version;

  // The menu opens as soon as it is there; from then on it opens itself.
  function open() {
    loadModule(loadMenu).then((module) => setMenu(() => module.default), sayFetchFailed);
  }

  const person = (
    <button
      type="button"
      className={s.person}
      aria-haspopup="menu"
      {...(!Menu && { 'aria-expanded': false, onClick: open })}
      onPointerEnter={fetchAhead}
      onFocus={fetchAhead}
    >
      <span className={s.name}>{name}</span>
      <Avatar name={name} src={picture} className={s.avatar} />
      <ChevronDown size={16} aria-hidden="true" />
      <span className="sr-only">, {texts.menu}</span>
    </button>
  );

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
        {Menu ? <Menu trigger={person} onDevices={onDevices} onLogout={onLogout} /> : person}
      </div>
    </header>
  );
}
