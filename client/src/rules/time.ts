// How chat tells time: relative marks, day separators and the grouping window.

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** Messages of one person within this belong together (CHAT-8, LIM-4). */
export const groupWindowMs = 240_000;

/**
 * The mark beside a message (CHAT-9): 'now' under a minute, then minutes, then
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
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(at);
}

/** Hours and minutes, as the person's own clock shows them. */
export function timeOfDay(at: number, locale?: string): string {
  return new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' }).format(at);
}

function shortDate(at: number, now: number, locale?: string): string {
  const sameYear = new Date(at).getFullYear() === new Date(now).getFullYear();
  return new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'short',
    ...(sameYear ? {} : { year: 'numeric' }),
  }).format(at);
}

/** The words of a day separator: Today, Yesterday, or the day and date. */
export function dayLabel(at: number, now: number, locale?: string): string {
  const back = dayNumber(now) - dayNumber(at);
  if (back <= 0) return 'Today';
  if (back === 1) return 'Yesterday';
  const sameYear = new Date(at).getFullYear() === new Date(now).getFullYear();
  return new Intl.DateTimeFormat(locale, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...(sameYear ? {} : { year: 'numeric' }),
  }).format(at);
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
