// How chat shows time: relative marks, day separators and the grouping window.
import { texts } from 'texts:time';
import { formatDate } from './format';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** Messages of one person within this belong together. */
export const groupWindowMs = 240_000;

/**
 * 'now' under a minute, then minutes, then hours under a day, then a short date. A clock
 * that runs behind the server's reads as 'now'.
 */
export function relativeTime(at: number, now: number): string {
  const age = now - at;
  if (age < minuteMs) return texts.now;
  if (age < hourMs) return texts.minutes({ count: Math.floor(age / minuteMs) });
  if (age < dayMs) return texts.hours({ count: Math.floor(age / hourMs) });
  return shortDate(at, now);
}

/** The mark beside a message under the separator of its day: yesterday's has the time of day. */
export function timeUnderDay(at: number, now: number): string {
  const yesterday = now - at >= dayMs && dayNumber(now) - dayNumber(at) <= 1;
  return yesterday ? timeOfDay(at) : relativeTime(at, now);
}

/** Whether the mark beside a message is minutes or hours. */
export const isAge = (at: number, now: number) => now - at >= minuteMs && now - at < dayMs;

/** The full moment, for the tooltip and the `datetime` title. */
export function fullTime(at: number): string {
  return formatDate(at, 'full');
}

/** Hours and minutes in the person's own time zone. */
export function timeOfDay(at: number): string {
  return formatDate(at, 'clock');
}

function shortDate(at: number, now: number): string {
  const sameYear = new Date(at).getFullYear() === new Date(now).getFullYear();
  return formatDate(at, sameYear ? 'date' : 'dateOfYear');
}

/** The words of a day separator: Today, Yesterday, or the day and date. */
export function dayLabel(at: number, now: number): string {
  const back = dayNumber(now) - dayNumber(at);
  if (back <= 0) return texts.today;
  if (back === 1) return texts.yesterday;
  const sameYear = new Date(at).getFullYear() === new Date(now).getFullYear();
  return formatDate(at, sameYear ? 'day' : 'dayOfYear');
}

/** Whether two moments lie on one day of the person's own calendar. */
export function sameDay(a: number, b: number): boolean {
  return dayNumber(a) === dayNumber(b);
}

/** Counts days on the local calendar, so a change of clocks cannot move one. */
export function dayNumber(at: number): number {
  const d = new Date(at);
  return Math.round(Date.UTC(d.getFullYear(), d.getMonth(), d.getDate()) / dayMs);
}

/** What a field of date and time holds as a moment: null when it is empty, undefined for no moment, as in a year of five digits. */
export function fieldMoment(local: string): string | null | undefined {
  if (local === '') return null;
  const moment = new Date(local);
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString();
}

/** The moment a day of the person's own calendar begins, or the one after it; null for no day. */
export function dayStart(day: string, after = 0): string | null {
  const [year, month, date] = day.split('-').map(Number);
  if (!year || !month || !date) return null;
  const start = new Date(year, month - 1, date + after);
  return Number.isNaN(start.getTime()) ? null : start.toISOString();
}
