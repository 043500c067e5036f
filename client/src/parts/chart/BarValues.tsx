// A value for each of several hours or days: as a chart to look at, and as a table to
// read, whose rows open what was counted.
import { texts } from 'texts:parts/chart';
import { lazy, Suspense } from 'react';
import { Button } from '@/ui/Button';
import { Skeleton } from '@/ui/Skeleton';
import { type Column, Table } from '@/ui/Table';
import s from './BarValues.module.css';
import type { BarValue } from './bar';

interface BarValuesProps {
  label: string;
  bars: readonly BarValue[];
  format: (value: number) => string;
  /** The heads of the table. Without a head for notes there is no column for them. */
  heads: { name: string; value: string; note: string };
  /** Opens the rows that a bar counts, and what the button for it is called. */
  open?: { label: (bar: BarValue) => string; run: (key: string) => void };
  /** The table begins with the last. */
  lastFirst?: boolean;
}

const BarsChart = lazy(() => import('./BarsChart').catch(() => ({ default: NoChart })));

const NoChart = () => <p className={s.none}>{texts.theChartCouldNot}</p>;

export function BarValues({ label, bars, format, heads, open, lastFirst }: BarValuesProps) {
  const columns: Column<BarValue>[] = [
    { key: 'name', label: heads.name, head: true, cell: ({ name, short }) => name ?? short },
    { key: 'value', label: heads.value, numeric: true, cell: ({ value }) => format(value) },
  ];
  if (heads.note) {
    columns.push({ key: 'note', label: heads.note, numeric: true, cell: ({ note }) => note ?? '' });
  }
  if (open) {
    columns.push({
      key: 'open',
      label: texts.rows,
      actions: true,
      cell: (bar) =>
        bar.value > 0 && (
          <Button size="small" aria-label={open.label(bar)} onClick={() => open.run(bar.key)}>
            {texts.show}
          </Button>
        ),
    });
  }
  return (
    <div className={s.values}>
      <Suspense fallback={<Skeleton height="16rem" />}>
        <BarsChart
          label={label}
          bars={bars}
          format={format}
          onOpen={open?.run}
          named={lastFirst ? 'last' : 'first'}
        />
      </Suspense>
      <details className={s.table}>
        <summary>{texts.asTable({ label })}</summary>
        <Table
          caption={label}
          columns={columns}
          rows={lastFirst ? [...bars].reverse() : bars}
          rowKey={({ key }) => key}
        />
      </details>
    </div>
  );
}
