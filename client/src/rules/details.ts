// What is stored of an act as names and values, in words.
import { texts } from 'texts:details';
import { textNamed } from '@/languages/texts';
import { deviceName } from './device';
import { formatDate, formatMoney, formatNumber } from './format';
import { formatList } from './list';
import { rankName, rankOf } from './rank/ranks';

/** What stands for nothing. */
export const none = '—';
const moment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/;
const cents = /_cents$/;
const seconds = /_seconds$/;
// Counts of hours that are stored without saying so.
const hours = new Set(['expiresIn', 'expires_in']);
/** Fields whose values are the server's own words. In all others a person may have written them. */
const coded = new Set([
  'access_level',
  'channel',
  'figure',
  'filter',
  'group',
  'intake',
  'kind',
  'outcome',
  'purpose',
  'reason',
  'state',
  'status',
  'step',
  'timeRange',
  'type',
]);

/** `banned_until` and `timeRange` in words; a sum's or a time's unit stands with the value. */
export const detailName = (name: string) =>
  textNamed(texts.names, name) ??
  name
    .replace(cents, '')
    .replace(seconds, '')
    .replaceAll('_', ' ')
    .replace(/(?<=[a-z])[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`);

/** A value of that name in words; ids that have names are said by them. */
export function detailValue(name: string, value: unknown, names?: ReadonlyMap<string, string>): string {
  if (value === null || value === undefined || value === '') return none;
  if (Array.isArray(value)) return formatList(value.map((one) => detailValue(name, one, names))) || none;
  if (typeof value === 'boolean') return value ? texts.yes : texts.no;
  if (typeof value === 'number') return numberOf(name, value);
  if (typeof value === 'object') return formatList(detailsOf(value, names)) || none;
  const text = String(value);
  if (moment.test(text)) return formatDate(text, 'full');
  if (name === 'device') return deviceName(text);
  if (name === 'honorary_rank') return rankName(rankOf(text));
  return names?.get(text) ?? (coded.has(name) ? wordFor(text) : text);
}

/** Every field of an object with what it holds, as 'name value'; empty ones are left out. */
export const detailsOf = (data: object, names?: ReadonlyMap<string, string>) =>
  Object.entries(data)
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]) => `${detailName(name)} ${detailValue(name, value, names)}`);

/** Words of the server; one that this build does not know with blanks. */
const wordFor = (text: string) =>
  textNamed(texts.values, text) ?? (/^[a-z]+(_[a-z]+)+$/.test(text) ? text.replaceAll('_', ' ') : text);

function numberOf(name: string, value: number): string {
  if (cents.test(name)) return formatMoney(value / 100);
  if (seconds.test(name)) return texts.seconds({ count: value });
  if (hours.has(name)) return texts.hours({ count: value });
  return name === 'amount' ? formatMoney(value) : formatNumber(value);
}
