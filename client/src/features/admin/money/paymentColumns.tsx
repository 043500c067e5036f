// What the lists of contributions and of fees show alike: when, how much, its state, and the refund.
import { texts } from 'texts:admin/money';
import { texts as rulesTexts } from 'texts:money/rules';
import { formatDate, formatMoney } from '@/rules/format';
import { statusTone } from '@/rules/money';
import { Badge } from '@/ui/Badge';
import { Button } from '@/ui/Button';
import type { Column } from '@/ui/Table';
import type { AdminContribution } from '@/wire/bodies.gen';
import { AuditLink } from '../links/AuditLink';
import s from './ContributionsTab.module.css';

/** What a refund needs of a payment. */
export type Payment = Pick<AdminContribution, 'status' | 'amount' | 'refunded' | 'at'>;

/** What can still be paid back, in dollars; 0 for a payment that was not made or is disputed. */
export const refundable = ({ status, amount, refunded }: Payment) =>
  status === 'completed' || status === 'partially_refunded' ? amount - refunded : 0;

/** The columns of a list; `name` says whose payment one is, `between` stand after its time. */
export function paymentColumns<P extends Payment & { id: string }>(
  name: (payment: P) => string,
  onRefund: (payment: P) => void,
  between: readonly Column<P>[],
): Column<P>[] {
  const which = (one: P) => `${formatMoney(one.amount)}, ${name(one)}`;
  return [
    {
      key: 'at',
      label: texts.when,
      cell: ({ at }) => <time dateTime={at}>{formatDate(at, 'full')}</time>,
    },
    ...between,
    {
      key: 'amount',
      label: texts.amount,
      numeric: true,
      cell: ({ amount, refunded }) => (
        <span>
          {formatMoney(amount)}
          {refunded > 0 && <span className={s.note}>{texts.refunded({ sum: formatMoney(refunded) })}</span>}
        </span>
      ),
    },
    {
      key: 'status',
      label: texts.status,
      cell: (one) => (
        <span>
          <Badge tone={statusTone(one.status)}>{rulesTexts.statusWords[one.status] ?? one.status}</Badge>
          {one.refunded > 0 && (
            <span className={s.note}>
              <AuditLink subject={one.id} words={texts.audit} of={which(one)} />
            </span>
          )}
        </span>
      ),
    },
    {
      key: 'act',
      label: texts.act,
      actions: true,
      cell: (one) =>
        refundable(one) > 0 && (
          <Button size="small" aria-label={`${texts.refund} ${which(one)}`} onClick={() => onRefund(one)}>
            {texts.refund}
          </Button>
        ),
    },
  ];
}
