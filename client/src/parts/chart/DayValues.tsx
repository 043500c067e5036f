// A value for each day: as a chart to look at, and as a table to read.
import { lazy, Suspense } from 'react';
import { formatDate } from '@/rules/format';
import { Skeleton } from '@/ui/Skeleton';
import { type Column, Table } from '@/ui/Table';
import s from './DayValues.module.css';

export interface DayValue {
  /** YYYY-MM-DD */
  date: string;
  value: number;
  /** What else is to know of the day. */
  note?: string;
}

interface DayValuesProps {
  label: string;
  days: readonly DayValue[];
  format: (value: number) => string;
  /** The heads of the table. */
  heads: { value: string; note: string };
}

const DayChart = lazy(() => import('./DayChart').catch(() => ({ default: NoChart })));

const NoChart = () => <p className={s.none}>The chart could not be loaded. The values stand in the table.</p>;

export function DayValues({ label, days, format, heads }: DayValuesProps) {
  const columns: Column<DayValue>[] = [
    {
      key: 'date',
      label: 'Day',
      head: true,
      cell: ({ date }) => <time dateTime={date}>{formatDate(date, 'dateOfYear', 'UTC')}</time>,
    },
    {
      key: 'value',
      label: heads.value,
      figures: true,
      cell: ({ value }) => format(value),
    },
    { key: 'note', label: heads.note, figures: true, cell: ({ note }) => note ?? '' },
  ];
  return (
    <div className={s.values}>
      <Suspense fallback={<Skeleton height="16rem" />}>
        <DayChart label={label} days={days} format={format} />
      </Suspense>
      <details className={s.table}>
        <summary>{label}: as a table</summary>
        <Table caption={label} columns={columns} rows={[...days].reverse()} rowKey={({ date }) => date} />
      </details>
    </div>
  );
}
