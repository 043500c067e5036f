// What is left: a mark for each message that may be sent, filled when it was.
import { texts } from 'texts:emergency';
import { perDay, perHour } from '@/rules/emergency';
import { cx } from '@/ui/cx';
import type { EmergencyQuota } from '@/wire/bodies.gen';
import s from './Quota.module.css';

export function Quota({ used }: { used: EmergencyQuota | undefined }) {
  return (
    <dl className={s.quota} aria-label={texts.whatIsLeft}>
      <Count term={texts.thisHour} count={used?.countThisHour ?? 0} of={perHour} />
      <Count term={texts.today} count={used?.countToday ?? 0} of={perDay} />
    </dl>
  );
}

function Count({ term, count, of }: { term: string; count: number; of: number }) {
  return (
    <div className={s.count}>
      <dt className="label">{term}</dt>{' '}
      <dd className="mono">
        {count} / {of}
      </dd>
      <dd className={s.marks} aria-hidden="true">
        {Array.from({ length: of }, (_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the marks are all alike and stay where they are
          <span key={at} className={cx(s.mark, at < count && s.sent)} />
        ))}
      </dd>
    </div>
  );
}
