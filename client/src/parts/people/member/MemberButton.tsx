// A name, or a picture, that opens the member's public profile.
import { texts } from 'texts:parts/people/member';
import type { ReactNode } from 'react';
import { openProfile } from '@/stores/people/profilePopup';
import { cx } from '@/ui/cx';
import s from './Member.module.css';
import { MemberAvatar } from './MemberAvatar';

interface MemberNameProps {
  username: string;
  className?: string;
  /** In a list that arrow keys walk, only the focused entry's controls are tab stops. */
  tabIndex?: number;
  /** Shown instead of the name. */
  children?: ReactNode;
}

export function MemberName({ username, className, tabIndex, children }: MemberNameProps) {
  return (
    <button
      type="button"
      className={cx(s.name, className)}
      tabIndex={tabIndex}
      title={texts.profileOf({ username })}
      onClick={() => openProfile(username)}
    >
      {children ?? username}
    </button>
  );
}

interface MemberPictureProps {
  username: string;
  size?: 'small' | 'medium' | 'large';
}

/** The picture beside a name: a second way for a pointer, not said a second time. */
export function MemberPicture({ username, size }: MemberPictureProps) {
  return (
    <button
      type="button"
      className={s.picture}
      tabIndex={-1}
      aria-hidden="true"
      onClick={() => openProfile(username)}
    >
      <MemberAvatar username={username} size={size} />
    </button>
  );
}
