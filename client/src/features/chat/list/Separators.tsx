// The two lines across the list: a new day, and where the new messages begin.
import { dayLabel } from '@/rules/time';
import s from './Separators.module.css';

export function DaySeparator({ at }: { at: number }) {
  return (
    <p className={s.line}>
      <span>{dayLabel(at, Date.now())}</span>
    </p>
  );
}

export function UnreadSeparator() {
  return (
    <p className={s.fresh}>
      <span>New</span>
    </p>
  );
}
