// What applicants paid for expedited reviews, what became of their applications, and which
// fees bought nothing.
import { texts } from 'texts:admin/money';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Coins } from 'lucide-react';
import { textNamed } from '@/languages/texts';
import { messageOf } from '@/net/api';
import { feeNow, feesQuery, refundFee } from '@/queries/money/adminContributions';
import { Badge } from '@/ui/Badge';
import { Button } from '@/ui/Button';
import { Checkbox } from '@/ui/Checkbox';
import { QueryView } from '@/ui/QueryView';
import { Section } from '@/ui/Section';
import { Skeleton } from '@/ui/Skeleton';
import { EmptyState } from '@/ui/States';
import { Table } from '@/ui/Table';
import type { AdminFee, AdminFees } from '@/wire/bodies.gen';
import { useAddress } from '../address';
import { ApplicationLink } from '../links/ApplicationLink';
import s from './ContributionsTab.module.css';
import { paymentColumns } from './paymentColumns';
import { useRefund } from './useRefund';

const feesOf = (page: AdminFees) => page.fees;

/** Taken as the dialogs are: without its code it counts as closed. */
export function Fees(_: { onClose: () => void }) {
  const { params, change } = useAddress();
  const unused = params.get('unused') === 'true';
  const application = params.get('application') ?? '';
  const query = useInfiniteQuery(feesQuery(unused, application));
  const { refund, dialog } = useRefund<AdminFee>(query.data?.pages.flatMap(feesOf), {
    title: ({ applicationNumber: number }) => (number ? texts.refundFee({ number }) : texts.refundFeeDeleted),
    send: refundFee,
    now: feeNow,
  });
  return (
    <Section title={texts.fees}>
      <p className={s.quiet}>{texts.feesText}</p>
      <Checkbox
        label={texts.feesUnused}
        checked={unused}
        onChange={(event) => change({ unused: event.target.checked ? 'true' : null })}
      />
      {application && (
        <p>
          {texts.feesOfOne}{' '}
          <Button size="small" onClick={() => change({ application: null })}>
            {texts.feesOfAll}
          </Button>
        </p>
      )}
      <QueryView
        query={query}
        items={feesOf}
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
        {(all) => <FeeTable fees={all} onRefund={refund} />}
      </QueryView>
      {dialog}
    </Section>
  );
}

const numberOf = ({ applicationNumber }: AdminFee) => applicationNumber ?? texts.noApplication;

function FeeTable({ fees, onRefund }: { fees: readonly AdminFee[]; onRefund: (fee: AdminFee) => void }) {
  const columns = paymentColumns(numberOf, onRefund, [
    {
      key: 'application',
      label: texts.application,
      head: true,
      cell: (fee) =>
        fee.applicationId ? (
          <ApplicationLink id={fee.applicationId}>{numberOf(fee)}</ApplicationLink>
        ) : (
          numberOf(fee)
        ),
    },
    {
      key: 'became',
      label: texts.became,
      cell: ({ became, unused }) => (
        <span>
          {textNamed(texts.becameWords, became) ?? became}
          {unused && (
            <span className={s.note}>
              <Badge tone="alert">{texts.unused}</Badge>
            </span>
          )}
        </span>
      ),
    },
  ]);
  return <Table caption={texts.feesList} columns={columns} rows={fees} rowKey={({ id }) => id} />;
}
