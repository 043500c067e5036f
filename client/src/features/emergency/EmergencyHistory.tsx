// The member's own messages, and how far each has come.

import { texts } from 'texts:emergency/rules';
import { Priority } from '@/parts/Priority';
import { formatDate } from '@/rules/format';
import { Badge } from '@/ui/Badge';
import { cx } from '@/ui/cx';
import type { EmergencyEntry, EmergencyReceipt } from '@/wire/bodies.gen';
import s from './EmergencyHistory.module.css';

export function EmergencyHistory({ entries }: { entries: readonly EmergencyEntry[] }) {
  return (
    <ul className={s.list}>
      {entries.map((entry) => (
        <li key={entry.id} className={s.entry}>
          <p className={s.top}>
            <Priority of={entry.priority} />
            <time dateTime={entry.sentAt}>{formatDate(entry.sentAt, 'full')}</time>
            <Badge tone={entry.isResolved ? 'clear' : 'plain'}>{texts.receiptWords[entry.receipt]}</Badge>
          </p>
          <p className={s.text} dir="auto">
            {entry.message}
          </p>
          <Way receipt={entry.receipt} />
        </li>
      ))}
    </ul>
  );
}

const steps: readonly EmergencyReceipt[] = ['stored', 'handed_over', 'acknowledged', 'resolved'];

/** How far the message has come, as marks; the word stands above. */
function Way({ receipt }: { receipt: EmergencyReceipt }) {
  const reached = steps.indexOf(receipt);
  return (
    <span className={s.way} data-resolved={receipt === 'resolved' || undefined} aria-hidden="true">
      {steps.map((step, at) => (
        <span key={step} className={cx(s.step, at <= reached && s.reached)} />
      ))}
    </span>
  );
}
