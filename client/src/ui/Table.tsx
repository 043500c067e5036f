// Rows and columns, whose heads stay while one scrolls. On phones each row becomes a block whose values carry their
// column's name; it stays a table to screen readers.
import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from './cx';
import s from './Table.module.css';

export interface Column<Row, Key extends string = string> {
  key: Key;
  label: string;
  /** What stands in it; null for nothing, which phones leave out. */
  cell: (row: Row) => ReactNode;
  /** The column that names the row. */
  head?: boolean;
  /** Buttons: no label on phones, at the end elsewhere. */
  actions?: boolean;
  /** Numbers: at the end of their column, one under the other. */
  numeric?: boolean;
  sortable?: boolean;
}

export interface Sort<Key extends string> {
  by: Key;
  order: 'asc' | 'desc';
}

interface TableProps<Row, Key extends string> {
  /** What the rows are; said, not shown. */
  caption: string;
  columns: readonly Column<Row, Key>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  sort?: Sort<Key>;
  onSort?: (sort: Sort<Key>) => void;
}

export function Table<Row, Key extends string>(props: TableProps<Row, Key>) {
  const { caption, columns, rows, rowKey, sort, onSort } = props;
  return (
    // The roles are repeated because a table drawn as blocks loses them.
    <table className={s.table} role="table">
      <caption className="sr-only">{caption}</caption>
      <thead className={s.heads} role="rowgroup">
        <tr role="row">
          {columns.map((column) => (
            <Head key={column.key} column={column} sort={sort} onSort={onSort} />
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row) => (
          <tr key={rowKey(row)} className={s.row} role="row">
            {columns.map((column) => {
              const Cell = column.head ? 'th' : 'td';
              return (
                <Cell
                  key={column.key}
                  role={column.head ? 'rowheader' : 'cell'}
                  scope={column.head ? 'row' : undefined}
                  className={cx(s.cell, column.actions && s.actions, column.numeric && s.numeric)}
                  data-label={column.actions ? undefined : column.label}
                >
                  {column.cell(row) ?? <span className={s.none}>—</span>}
                </Cell>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface HeadProps<Row, Key extends string> {
  column: Column<Row, Key>;
  sort?: Sort<Key>;
  onSort?: (sort: Sort<Key>) => void;
}

function Head<Row, Key extends string>({ column, sort, onSort }: HeadProps<Row, Key>) {
  const { key, label, actions, numeric, sortable } = column;
  if (!sortable || !onSort) {
    return (
      <th role="columnheader" scope="col" className={cx(s.head, numeric && s.numeric)}>
        {actions ? <span className="sr-only">{label}</span> : label}
      </th>
    );
  }
  const order = sort?.by === key ? sort.order : null;
  const Arrow = order === 'desc' ? ArrowDown : ArrowUp;
  const sorted = order === null ? 'none' : order === 'asc' ? 'ascending' : 'descending';
  return (
    <th role="columnheader" scope="col" className={cx(s.head, numeric && s.numeric)} aria-sort={sorted}>
      <button
        type="button"
        className={s.sort}
        onClick={() => onSort({ by: key, order: order === 'asc' ? 'desc' : 'asc' })}
      >
        {label}
        <Arrow size={14} className={order === null ? s.unsorted : undefined} aria-hidden="true" />
      </button>
    </th>
  );
}
