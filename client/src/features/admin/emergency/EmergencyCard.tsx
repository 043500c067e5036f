// One emergency message: from whom, how urgent, how far it has come, what to do.
import { texts } from 'texts:admin/emergency';
import { useId } from 'react';
import { Priority } from '@/parts/Priority';
import { formatDate } from '@/rules/format';
import { Button } from '@/ui/Button';
import { cx } from '@/ui/cx';
import type { EmergencyMessage } from '@/wire/bodies.gen';
import { AuditLink } from '../links/AuditLink';
import { UserLink } from '../links/UserLink';
import s from './EmergencyTab.module.css';

interface EmergencyCardProps {
  message: EmergencyMessage;
  busy: boolean;
  onAcknowledge: () => void;
  onResolve: () => void;
}

export function EmergencyCard({ message, busy, onAcknowledge, onResolve }: EmergencyCardProps) {
  const from = useId();
  const text = useId();
  // Fifty buttons of the same name: the message says which.
  const which = `${from} ${text}`;
  return (
    <li className={cx(s.card, message.priority === 'critical' && s.critical)}>
      <p id={from} className={s.top}>
        <Priority of={message.priority} />
        <UserLink id={message.userId} className={s.from}>
          {message.username ? `@${message.username}` : texts.unnamed}
        </UserLink>
        <time dateTime={message.sentAt}>{formatDate(message.sentAt, 'full')}</time>
        {!message.handedOverAt && <span>{texts.notHandedOver}</span>}
      </p>
      <p id={text} className={s.text}>
        {message.message}
      </p>
      {message.note && <p className={s.note}>{message.note}</p>}
      {(message.acknowledgedAt || message.isResolved) && (
        <AuditLink subject={message.id} words={texts.audit} describedBy={which} />
      )}
      {!message.isResolved && (
        <div className={s.actions}>
          {!message.acknowledgedAt && (
            <Button busy={busy} onClick={onAcknowledge} aria-describedby={which}>
              {texts.acknowledge}
            </Button>
          )}
          <Button onClick={onResolve} aria-describedby={which}>
            {texts.resolve}
          </Button>
        </div>
      )}
    </li>
  );
}
