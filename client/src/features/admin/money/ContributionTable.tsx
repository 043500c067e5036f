// Every payment in a row: who, how much, what became of it.
import { texts } from 'texts:admin/money';
import { texts as rulesTexts } from 'texts:money/rules';
import { formatDate, formatMoney } from '@/rules/format';
import { statusTone } from '@/rules/money';
import { Badge } from '@/ui/Badge';
import { Button } from '@/ui/Button';
import { type Column, Table } from '@/ui/Table';
import type { AdminContribution } from '@/wire/bodies.gen';
import { AuditLink } from '../links/AuditLink';
import { UserLink } from '../links/UserLink';
import s from './ContributionsTab.module.css';

/** What a refund needs of a payment. */
export type Payment = Pick<AdminContribution, 'status' | 'amount' | 'refunded' | 'at'>;

/** What can still be paid back, in dollars; 0 for a payment that was not made or is disputed. */
export const refundable = ({ status, amount, refunded }: Payment) =>
  status === 'completed' || status === 'partially_refunded' ? amount - refunded : 0;

export const whoPaid = ({ username, name }: AdminContribution) =>
  username ? `@${username}` : name || texts.unnamed;

interface ContributionTableProps {
  contributions: readonly AdminContribution[];
  onRefund: (contribution: AdminContribution) => void;
}

export function ContributionTable({ contributions, onRefund }: ContributionTableProps) {
  const columns: Column<AdminContribution>[] = [
    {
      key: 'at',
      label: texts.when,
      cell: ({ at }) => <time dateTime={at}>{formatDate(at, 'full')}</time>,
    },
    {
      key: 'who',
      label: texts.who,
      head: true,
      cell: (one) => (
        <span>
          <UserLink id={one.userId}>{whoPaid(one)}</UserLink>
          {one.anonymous && <span className={s.note}>{texts.anonymous}</span>}
        </span>
      ),
    },
    {
      key: 'purpose',
      label: texts.purpose,
      cell: ({ purpose }) => texts.purposes[purpose] ?? purpose,
    },
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
      cell: ({ id, status, refunded }) => (
        <span>
          <Badge tone={statusTone(status)}>{rulesTexts.statusWords[status] ?? status}</Badge>
          {refunded > 0 && (
            <span className={s.note}>
              <AuditLink subject={id} words={texts.audit} />
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
          <Button
            size="small"
            aria-label={`${texts.refund} ${formatMoney(one.amount)}, ${whoPaid(one)}`}
            onClick={() => onRefund(one)}
          >
            {texts.refund}
          </Button>
        ),
    },
  ];
  return <Table caption={texts.list} columns={columns} rows={contributions} rowKey={({ id }) => id} />;
}
