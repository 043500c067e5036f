// How numbers, sums of money and dates are written: English, with a clock of
// 24 hours, whatever the browser's own language is.
const locale = 'en';

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
  const key = `${shape} ${timeZone ?? ''}`;
  let format = dates.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat(locale, { ...shapes[shape], timeZone });
    dates.set(key, format);
  }
  return format.format(date);
}

const numbers = new Intl.NumberFormat(locale);

/** A number with its thousands set apart: 12,345. */
export const formatNumber = (value: number) => numbers.format(value);

/** A number in few characters: 1.5K above 1,000, 2.3M above 1,000,000. Never rounded up. */
export function formatShort(value: number): string {
  const cut = (unit: number) => String(Math.floor((value / unit) * 10) / 10);
  if (value > 1_000_000) return `${cut(1_000_000)}M`;
  return value > 1000 ? `${cut(1000)}K` : formatNumber(value);
}

const dollars = new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD' });

/** A sum of money in dollars and cents: $1,234.50. */
export const formatMoney = (sum: number) => dollars.format(sum);

const wholeDollars = new Intl.NumberFormat(locale, {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 0,
});

/** A sum of money with cents only where there are any: $25, $25.50. */
export const formatDollars = (sum: number) => (Number.isInteger(sum) ? wholeDollars : dollars).format(sum);

/** A count with its noun: '1 member', '1,200 members'. */
export const formatCount = (count: number, one: string, many = `${one}s`) =>
  `${formatNumber(count)} ${count === 1 ? one : many}`;

/** Capitals, by the rules of the product's language and not of the browser's. */
export const capitals = (text: string) => text.toLocaleUpperCase(locale);
