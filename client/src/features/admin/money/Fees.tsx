// What applicants paid for expedited reviews, what became of their applications, and which
// fees bought nothing.
import { texts } from 'texts:admin/money';
import { texts as rulesTexts } from 'texts:money/rules';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Coins } from 'lucide-react';
import { messageOf } from '@/net/api';
import { feesQuery } from '@/queries/money/adminContributions';
import { formatDate, formatMoney } from '@/rules/format';
import { statusTone } from '@/rules/money';
import { Badge } from '@/ui/Badge';
import { Button } from '@/ui/Button';
import { Checkbox } from '@/ui/Checkbox';
import { QueryView } from '@/ui/QueryView';
import { Section } from '@/ui/Section';
import { Skeleton } from '@/ui/Skeleton';
import { EmptyState } from '@/ui/States';
import { type Column, Table } from '@/ui/Table';
import type { AdminFee } from '@/wire/bodies.gen';
import { useAddress } from '../address';
import { AuditLink } from '../links/AuditLink';
import s from './ContributionsTab.module.css';
import { refundable } from './ContributionTable';

interface FeesProps {
  onRefund: (fee: AdminFee) => void;
}

export function Fees({ onRefund }: FeesProps) {
  const { params, change } = useAddress();
  const unused = params.get('unused') === 'true';
  const query = useInfiniteQuery(feesQuery(unused));
  return (
    <Section title={texts.fees}>
      <p className={s.quiet}>{texts.feesText}</p>
      <Checkbox
        label={texts.feesUnused}
        checked={unused}
        onChange={(event) => change({ unused: event.target.checked ? 'true' : null })}
      />
      <QueryView
        query={query}
        items={(page) => page.fees}
        loading={texts.feesLoading}
        skeleton={<Skeleton height="16rem" />}
        failed={(error) => messageOf(error, texts.feesFailed)}
        empty={
          <EmptyState
            icon={<Coins size={32} strokeWidth={1.5} aria-hidden="true" />}
            title={unused ? texts.feesNoneUnused : texts.feesNone}
            text={unused ? texts.feesNoneUnusedText : texts.feesNoneText}
          />
        }
      >
        {(all) => <FeeTable fees={all} onRefund={onRefund} />}
      </QueryView>
    </Section>
  );
}

function FeeTable({ fees, onRefund }: FeesProps & { fees: readonly AdminFee[] }) {
  const columns: Column<AdminFee>[] = [
    {
      key: 'at',
      label: texts.when,
      cell: ({ at }) => <time dateTime={at}>{formatDate(at, 'full')}</time>,
    },
    {
      key: 'application',
      label: texts.application,
      head: true,
      cell: ({ applicationNumber }) =>
        applicationNumber ? <span className="mono">{applicationNumber}</span> : texts.noApplication,
    },
    {
      key: 'became',
      label: texts.became,
      cell: ({ became, unused }) => (
        <span>
          {(texts.becameWords as Record<string, string>)[became] ?? became}
          {unused && (
            <span className={s.note}>
              <Badge tone="alert">{texts.unused}</Badge>
            </span>
          )}
        </span>
      ),
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
      cell: (fee) =>
        refundable(fee) > 0 && (
          <Button
            size="small"
            aria-label={`${texts.refund} ${formatMoney(fee.amount)}, ${fee.applicationNumber ?? texts.noApplication}`}
            onClick={() => onRefund(fee)}
          >
            {texts.refund}
          </Button>
        ),
    },
  ];
  return <Table caption={texts.feesList} columns={columns} rows={fees} rowKey={({ id }) => id} />;
}
