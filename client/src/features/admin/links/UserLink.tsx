// A name that opens the user's profile over what is shown: with what the desk can do, which the public card has not.
import type { MouseEvent, ReactNode } from 'react';
import { paths } from '@/rules/paths';
import { cx } from '@/ui/cx';
import { Link } from '@/ui/Link';
import { useAddress } from '../address';
import s from './UserLink.module.css';

interface UserLinkProps {
  id: string;
  className?: string;
  children: ReactNode;
}

export function UserLink({ id, className, children }: UserLinkProps) {
  const { open } = useAddress();
  return (
    <Link
      className={cx(s.person, className)}
      to={`${paths.admin}?tab=users&user=${encodeURIComponent(id)}`}
      data-user={id}
      onClick={(event: MouseEvent) => {
        // Of a new tab or window the address is enough.
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        open({ user: id });
      }}
    >
      {children}
    </Link>
  );
}
