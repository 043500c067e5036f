// A link to another screen. The router's own has as much again for pages that a server draws:
// this is its click and its address alone.
import type { AnchorHTMLAttributes, Ref } from 'react';
import { type To, useHref, useLinkClickHandler } from 'react-router';

export interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  to: To;
  /** What the next screen is given; it stays with the entry of the history. */
  state?: unknown;
  replace?: boolean;
  ref?: Ref<HTMLAnchorElement>;
}

export function Link({ to, state, replace, onClick, ...rest }: LinkProps) {
  const href = useHref(to);
  const open = useLinkClickHandler<HTMLAnchorElement>(to, { state, replace, target: rest.target });
  return (
    <a
      {...rest}
      href={href}
      onClick={(event) => {
        onClick?.(event);
        if (!event.defaultPrevented) open(event);
      }}
    />
  );
}
