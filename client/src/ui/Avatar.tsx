// A person: the picture, or initials on a colour that stays with the name.
import { type CSSProperties, useState } from 'react';
import { hueOf, initialsOf } from '@/rules/names';
import s from './Avatar.module.css';
import { cx } from './cx';

export interface AvatarProps {
  name: string;
  /** Picture address; initials without one, and when it does not load. */
  src?: string | null;
  size?: 'small' | 'medium' | 'large';
  className?: string;
  /** The picture did not load. */
  onBroken?: () => void;
}

/** Decorative: the name stands beside it as text. */
export function Avatar({ name, src, size = 'medium', className, onBroken }: AvatarProps) {
  const [broken, setBroken] = useState<string | null>(null);
  const hue = { '--hue': hueOf(name) } as CSSProperties;
  return (
    <span className={cx(s.avatar, s[size], className)} style={hue} aria-hidden="true">
      {src && src !== broken ? (
        <img
          className={s.picture}
          src={src}
          alt=""
          loading="lazy"
          decoding="async"
          draggable={false}
          onError={() => {
            setBroken(src);
            onBroken?.();
          }}
        />
      ) : (
        initialsOf(name)
      )}
    </span>
  );
}
