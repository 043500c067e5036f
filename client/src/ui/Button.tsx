// Buttons, and links that look like them. One primary per screen: it alone is
// amber and has the cut corner.
import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import s from './Button.module.css';
import { cx } from './cx';
import { Link, type LinkProps } from './Link';
import { Spinner } from './Spinner';

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger';
export type ButtonSize = 'small' | 'medium' | 'large';

interface Look {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** As wide as its container. */
  block?: boolean;
  /** Before the words; decorative. */
  icon?: ReactNode;
}

const look = ({ variant = 'secondary', size = 'medium', block }: Look, className?: string) =>
  cx(s.button, s[variant], s[size], block && s.block, className);

export interface ButtonProps extends Look, ButtonHTMLAttributes<HTMLButtonElement> {
  ref?: Ref<HTMLButtonElement>;
  /** Work goes on: shows a spinner, stays focusable, takes no clicks. */
  busy?: boolean;
}

export function Button({
  variant,
  size,
  block,
  icon,
  busy,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={look({ variant, size, block }, className)}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      {busy ? <Spinner /> : icon}
      <span className={s.words}>{children}</span>
    </button>
  );
}

interface RouteLinkProps extends Look, Omit<LinkProps, 'prefetch'> {}
interface PageLinkProps extends Look {
  /** A full page load instead of a route change. */
  href: string;
  className?: string;
  children: ReactNode;
}

export function ButtonLink(props: RouteLinkProps | PageLinkProps) {
  const { variant, size, block, icon, className, children, ...rest } = props;
  const inside = (
    <>
      {icon}
      <span className={s.words}>{children}</span>
    </>
  );
  const classes = look({ variant, size, block }, className);
  return 'to' in rest ? (
    <Link {...rest} className={classes}>
      {inside}
    </Link>
  ) : (
    <a {...rest} className={classes}>
      {inside}
    </a>
  );
}
