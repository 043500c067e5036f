// A member in one line: picture, name, marks. A button that opens the profile,
// or plain where the line itself is a choice.
import type { ReactNode } from 'react';
import { openProfile } from '@/stores/people/profilePopup';
import { cx } from '@/ui/cx';
import type { PersonRole } from '@/wire/bodies.gen';
import s from './Member.module.css';
import { MemberAvatar } from './MemberAvatar';
import { MemberMarks } from './MemberMarks';

interface MemberLineProps {
  username: string;
  role?: PersonRole;
  /** Words after the name. */
  aside?: ReactNode;
  /** Not a control of its own. */
  plain?: boolean;
  className?: string;
}

export function MemberLine({ username, role, aside, plain, className }: MemberLineProps) {
  const inside = (
    <>
      <MemberAvatar username={username} size="small" />
      <span className={s.label}>{username}</span>
      {aside && <span className={s.aside}>{aside}</span>}
      <MemberMarks username={username} role={role} compact />
    </>
  );
  if (plain) return <span className={cx(s.line, className)}>{inside}</span>;
  return (
    <button type="button" className={cx(s.line, className)} onClick={() => openProfile(username)}>
      {inside}
    </button>
  );
}
