// The two lines across the list: a new day, and where the new messages begin.
import { texts } from 'texts:chat';
import { useSyncExternalStore } from 'react';
import { serverNow } from '@/net/serverClock';
import { dayLabel } from '@/rules/time';
import s from './Separators.module.css';
import { onTick } from './tick';

/** The day of a message; today is yesterday from midnight on. */
export function DaySeparator({ at }: { at: number }) {
  const words = useSyncExternalStore(onTick, () => dayLabel(at, serverNow()));
  return (
    <p className={s.line}>
      <span>{words}</span>
    </p>
  );
}

export function UnreadSeparator() {
  return (
    <p className={s.fresh} data-new>
      <span>{texts.new}</span>
    </p>
  );
}
