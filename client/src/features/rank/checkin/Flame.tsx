// The streak's mark: a flame that grows with the streak, cold without one.
import { cx } from '@/ui/cx';
import s from './Flame.module.css';

export function Flame({ days }: { days: number }) {
  const heat = days === 0 ? 'cold' : days < 7 ? 'low' : days < 30 ? 'high' : 'full';
  return (
    <svg viewBox="0 0 48 56" className={cx(s.flame, s[heat])} aria-hidden="true" focusable="false">
      <path
        className={s.outer}
        d="M25 2c2 9-3 13-7.500 18.500C12 27 8 31 8 38c0 9.500 7 16 16 16s16-6.500 16-16c0-6-2.500-10.500-6-15-1 4-3 6-5.500 7C30 21 30.500 10 25 2z"
      />
      <path
        className={s.inner}
        d="M25 27c.5 5-2 7-4.500 10-2 2.400-3.500 4.400-3.500 7.500 0 4 3 6.500 7 6.500s7-2.600 7-6.800c0-3-1.300-5-3-7-.6 2-1.600 3-2.800 3.400.4-5.600 1-9.200-.2-13.600z"
      />
    </svg>
  );
}
