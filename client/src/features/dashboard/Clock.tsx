// The time here and the time the logs are kept in.
import { texts } from 'texts:dashboard';
import { useEffect, useState } from 'react';
import { formatDate } from '@/rules/format';
import { cx } from '@/ui/cx';
import s from './Clock.module.css';

export function Clock({ className }: { className?: string }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <dl className={cx(s.clock, className)}>
      <div className={s.zone}>
        <dt className="label">{texts.local}</dt>
        <dd className={cx('mono', s.time)}>{formatDate(now, 'seconds')}</dd>
      </div>
      <div className={s.zone}>
        <dt className="label">{texts.utc}</dt>
        <dd className={cx('mono', s.time)}>{formatDate(now, 'seconds', 'UTC')}</dd>
      </div>
    </dl>
  );
}
