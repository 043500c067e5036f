// A button or link that is only an icon; its label is said and shown as a tooltip by
// the browser where there is a pointer.
import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { cx } from './cx';
import s from './IconButton.module.css';
import { Link } from './Link';

export interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> {
  ref?: Ref<HTMLButtonElement>;
  /** What it does; required, since there are no words. */
  label: string;
  icon: ReactNode;
  /** A toggle that is on. */
  pressed?: boolean;
  /** With a line around it, for a button that stands alone. */
  outlined?: boolean;
}

export function IconButton({ label, icon, pressed, outlined, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      {...rest}
      className={cx(s.button, outlined && s.outlined, className)}
    >
      {icon}
    </button>
  );
}

interface IconLinkProps {
  to: string;
  /** Where it leads. */
  label: string;
  icon: ReactNode;
  className?: string;
}

export function IconLink({ to, label, icon, className }: IconLinkProps) {
  return (
    <Link to={to} aria-label={label} title={label} className={cx(s.button, className)}>
      {icon}
    </Link>
  );
}
