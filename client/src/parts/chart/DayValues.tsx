// A value for each day.
import { texts } from 'texts:parts/chart';
import { formatDate } from '@/rules/format';
import { BarValues } from './BarValues';

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
  /** Opens the rows that a day counts. */
  open?: { label: (day: string) => string; run: (date: string) => void };
}

const nameOf = (date: string) => formatDate(date, 'dateOfYear', 'UTC');

export function DayValues({ label, days, format, heads, open }: DayValuesProps) {
  return (
    <BarValues
      label={label}
      bars={days.map(({ date, value, note }) => ({
        key: date,
        short: formatDate(date, 'date', 'UTC'),
        name: nameOf(date),
        value,
        note,
      }))}
      format={format}
      heads={{ name: texts.day, ...heads }}
      open={open && { label: ({ key }) => open.label(nameOf(key)), run: open.run }}
      lastFirst
    />
  );
}
