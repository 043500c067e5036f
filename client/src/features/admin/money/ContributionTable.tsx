// Every payment in a row: who, how much, what became of it.
import { texts } from 'texts:admin/money';
import { Table } from '@/ui/Table';
import type { AdminContribution } from '@/wire/bodies.gen';
import { UserLink } from '../links/UserLink';
import s from './ContributionsTab.module.css';
import { paymentColumns } from './paymentColumns';

export const whoPaid = ({ username, name }: AdminContribution) =>
  username ? `@${username}` : name || texts.unnamed;

interface ContributionTableProps {
  contributions: readonly AdminContribution[];
  onRefund: (contribution: AdminContribution) => void;
}

export function ContributionTable({ contributions, onRefund }: ContributionTableProps) {
  const columns = paymentColumns(whoPaid, onRefund, [
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
  ]);
  return <Table caption={texts.list} columns={columns} rows={contributions} rowKey={({ id }) => id} />;
}
