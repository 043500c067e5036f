// How numbers, sums of money and dates are written: as the language in use has it, with a
// clock of 24 hours.
import { languageTag } from '@/languages/texts';

const shapes = {
  full: { dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' },
  clock: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  seconds: { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' },
  date: { day: 'numeric', month: 'short' },
  dateOfYear: { day: 'numeric', month: 'short', year: 'numeric' },
  month: { month: 'short', year: 'numeric' },
  weekday: { weekday: 'short' },
  day: { weekday: 'long', day: 'numeric', month: 'long' },
  dayOfYear: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

export type DateShape = keyof typeof shapes;

// Making a format costs a thousand times what using it costs.
const dates = new Map<string, Intl.DateTimeFormat>();

/** A moment in words, in the person's own time zone or another; '—' when it is none. */
export function formatDate(at: number | string, shape: DateShape, timeZone?: string): string {
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return '—';
  const key = `${languageTag()} ${shape} ${timeZone ?? ''}`;
  let format = dates.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat(languageTag(), { ...shapes[shape], timeZone });
    dates.set(key, format);
  }
  return format.format(date);
}

const numbers = new Map<string, Intl.NumberFormat>();

function numberFormat(options: Intl.NumberFormatOptions, name: string): Intl.NumberFormat {
  const key = `${languageTag()} ${name}`;
  let format = numbers.get(key);
  if (!format) {
    format = new Intl.NumberFormat(languageTag(), options);
    numbers.set(key, format);
  }
  return format;
}

/** A number with its thousands set apart: 12,345. */
export const formatNumber = (value: number) => numberFormat({}, 'plain').format(value);

/** A number with so many digits after its point. */
export const formatFixed = (value: number, digits: number) =>
  numberFormat(
    { minimumFractionDigits: digits, maximumFractionDigits: digits, useGrouping: false },
    `fixed ${digits}`,
  ).format(value);

/** So many percent, with so many digits after the point: 40%, in German 40 % on one line. */
export const formatPercent = (percent: number, digits?: number) =>
  numberFormat(
    {
      style: 'unit',
      unit: 'percent',
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    },
    `percent ${digits}`,
  ).format(percent);

/** A number in few characters: 1.5K above 1,000, 2.3M above 1,000,000. Never rounded up. */
export function formatShort(value: number): string {
  const cut = (unit: number) =>
    numberFormat({ useGrouping: false }, 'short').format(Math.floor((value / unit) * 10) / 10);
  if (value > 1_000_000) return `${cut(1_000_000)}M`;
  return value > 1000 ? `${cut(1000)}K` : formatNumber(value);
}

const dollars = { style: 'currency', currency: 'USD' } as const;

/** A sum of money in dollars and cents: $1,234.50. */
export const formatMoney = (sum: number) => numberFormat(dollars, 'money').format(sum);

/** A sum of money with cents only where there are any: $25, $25.50. */
export const formatDollars = (sum: number) =>
  Number.isInteger(sum)
    ? numberFormat({ ...dollars, maximumFractionDigits: 0 }, 'whole money').format(sum)
    : formatMoney(sum);

/** Capitals, by the rules of the language in use. */
export const capitals = (text: string) => text.toLocaleUpperCase(languageTag());
