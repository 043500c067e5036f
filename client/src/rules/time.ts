// How chat tells time: relative marks, day separators and the grouping window.

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** Messages of one person within this belong together. */
export const groupWindowMs = 240_000;

const shapes = {
  full: { dateStyle: 'medium', timeStyle: 'short' },
  clock: { hour: '2-digit', minute: '2-digit' },
  date: { day: 'numeric', month: 'short' },
  dateOfYear: { day: 'numeric', month: 'short', year: 'numeric' },
  day: { weekday: 'long', day: 'numeric', month: 'long' },
  dayOfYear: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

// Making a format costs a thousand times what using it costs.
const formats = new Map<string, Intl.DateTimeFormat>();

function format(shape: keyof typeof shapes, locale: string | undefined, at: number): string {
  const key = `${shape} ${locale ?? ''}`;
  let made = formats.get(key);
  if (!made) {
    made = new Intl.DateTimeFormat(locale, shapes[shape]);
    formats.set(key, made);
  }
  return made.format(at);
}

/**
 * The mark beside a message: 'now' under a minute, then minutes, then
 * hours under a day, then the time of day for yesterday or a short date. A
 * clock that runs behind the server's reads as 'now'.
 */
export function relativeTime(at: number, now: number, locale?: string): string {
  const age = now - at;
  if (age < minuteMs) return 'now';
  if (age < hourMs) return `${Math.floor(age / minuteMs)}m`;
  if (age < dayMs) return `${Math.floor(age / hourMs)}h`;
  if (dayNumber(now) - dayNumber(at) <= 1) return timeOfDay(at, locale);
  return shortDate(at, now, locale);
}

/** The full moment, for the tooltip and the `datetime` title. */
export function fullTime(at: number, locale?: string): string {
  return format('full', locale, at);
}

/** Hours and minutes, as the person's own clock shows them. */
export function timeOfDay(at: number, locale?: string): string {
  return format('clock', locale, at);
}

function shortDate(at: number, now: number, locale?: string): string {
  const sameYear = new Date(at).getFullYear() === new Date(now).getFullYear();
  return format(sameYear ? 'date' : 'dateOfYear', locale, at);
}

/** The words of a day separator: Today, Yesterday, or the day and date. */
export function dayLabel(at: number, now: number, locale?: string): string {
  const back = dayNumber(now) - dayNumber(at);
  if (back <= 0) return 'Today';
  if (back === 1) return 'Yesterday';
  const sameYear = new Date(at).getFullYear() === new Date(now).getFullYear();
  return format(sameYear ? 'day' : 'dayOfYear', locale, at);
}

/** Whether two moments lie on one day of the person's own calendar. */
export function sameDay(a: number, b: number): boolean {
  return dayNumber(a) === dayNumber(b);
}

// Days are counted on the local calendar, so a change of clocks cannot move one.
function dayNumber(at: number): number {
  const d = new Date(at);
  return Math.round(Date.UTC(d.getFullYear(), d.getMonth(), d.getDate()) / dayMs);
}
