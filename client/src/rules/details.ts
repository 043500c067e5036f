// What is stored of an act as names and values, in words.
import { texts } from 'texts:details';
import { formatDate, formatMoney, formatNumber } from './format';

/** What stands for nothing. */
export const none = '—';
const moment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/;
const constant = /^[a-z]+(_[a-z]+)+$/;
const cents = /_cents$/;
const seconds = /_seconds$/;
// Counts of hours that are stored without saying so.
const hours = new Set(['expiresIn', 'expires_in']);

/** A stored name as words that begin with a capital: room_created is 'Room created'. */
export function nameInWords(name: string): string {
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** `banned_until` and `timeRange` in words; a sum's or a time's unit stands with the value. */
export const detailName = (name: string) =>
  name
    .replace(cents, '')
    .replace(seconds, '')
    .replaceAll('_', ' ')
    .replace(/(?<=[a-z])[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`);

/** A value of that name in words; ids that have names are said by them. */
export function detailValue(name: string, value: unknown, names?: ReadonlyMap<string, string>): string {
  if (value === null || value === undefined || value === '') return none;
  if (Array.isArray(value)) return value.map((one) => detailValue(name, one, names)).join(', ') || none;
  if (typeof value === 'boolean') return value ? texts.yes : texts.no;
  if (typeof value === 'number') return numberOf(name, value);
  if (typeof value === 'object') return JSON.stringify(value);
  const text = String(value);
  if (moment.test(text)) return formatDate(text, 'full');
  return names?.get(text) ?? (constant.test(text) ? text.replaceAll('_', ' ') : text);
}

function numberOf(name: string, value: number): string {
  if (cents.test(name)) return formatMoney(value / 100);
  if (seconds.test(name)) return texts.seconds({ count: value });
  if (hours.has(name)) return texts.hours({ count: value });
  return name === 'amount' ? formatMoney(value) : formatNumber(value);
}
