// The member's latest messages, and how far each has come.

import { Priority } from '@/parts/emergency/Priority';
import { receiptWords, shown } from '@/rules/emergency';
import { formatDate } from '@/rules/format';
import { Badge } from '@/ui/Badge';
import type { EmergencyEntry } from '@/wire/bodies.gen';
import s from './History.module.css';

export function History({ entries }: { entries: readonly EmergencyEntry[] }) {
  return (
    <ul className={s.list}>
      {entries.slice(0, shown).map((entry) => (
        <li key={entry.id} className={s.entry}>
          <p className={s.top}>
            <Priority of={entry.priority} />
            <time dateTime={entry.sentAt}>{formatDate(entry.sentAt, 'full')}</time>
            <Badge tone={entry.isResolved ? 'clear' : 'plain'}>{receiptWords[entry.receipt]}</Badge>
          </p>
          <p className={s.text}>{entry.message}</p>
        </li>
      ))}
    </ul>
  );
}
