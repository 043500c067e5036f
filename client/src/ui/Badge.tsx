// A small word in a frame.
import type { ReactNode } from 'react';
import s from './Badge.module.css';
import { cx } from './cx';

export type BadgeTone = 'plain' | 'accent' | 'clear' | 'alert' | 'info';

interface BadgeProps {
  tone?: BadgeTone;
  icon?: ReactNode;
  children: ReactNode;
}

export function Badge({ tone = 'plain', icon, children }: BadgeProps) {
  return (
    <span className={cx(s.badge, s[tone])}>
      {icon}
      {children}
    </span>
  );
}
