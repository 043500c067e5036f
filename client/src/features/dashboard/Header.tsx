// The brand, the version, who is signed in, and the menu.
import { texts } from 'texts:dashboard';
import { ChevronDown } from 'lucide-react';
import { useCommunityName, useConfig } from '@/stores/session/config';
import { useSession } from '@/stores/session/session';
import { Avatar } from '@/ui/Avatar';
import { Emblem } from '@/ui/Emblem';
import { menuOnDemand } from '@/ui/menuOnDemand';
import s from './Header.module.css';
import { displayName } from './person';

const HeaderMenu = menuOnDemand(() => import('./HeaderMenu'));

interface HeaderProps {
  /** The member's picture, as far as it is known. */
  picture: string | null | undefined;
  onDevices: () => void;
  onLogout: () => void;
}

export function Header({ picture, onDevices, onLogout }: HeaderProps) {
  const user = useSession((state) => state.user);
  const name = displayName(user);
  const community = useCommunityName();
  const version = useConfig()?.version;

  const person = (
    <button type="button" className={s.person}>
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
        <HeaderMenu trigger={person} onDevices={onDevices} onLogout={onLogout} />
      </div>
    </header>
  );
}
