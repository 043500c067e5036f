// The shape of what is coming. The container says "Loading" once; these are mute.
import type { CSSProperties } from 'react';
import { cx } from './cx';
import s from './Skeleton.module.css';

interface SkeletonProps {
  /** CSS lengths; one line of text, full width, by default. */
  width?: string;
  height?: string;
  round?: boolean;
  className?: string;
}

export function Skeleton({ width, height, round, className }: SkeletonProps) {
  const size: CSSProperties = { width, height };
  return <span className={cx(s.skeleton, round && s.round, className)} style={size} aria-hidden="true" />;
}
