// The ground under quiet screens: contour lines of a map, mute.
import { cx } from './cx';
import s from './Terrain.module.css';

export function Terrain({ className }: { className?: string }) {
  return <div className={cx(s.terrain, className)} aria-hidden="true" />;
}
