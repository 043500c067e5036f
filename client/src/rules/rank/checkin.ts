// The numbers of the daily check-in that the server does not send.
import { formatNumber } from '@/rules/format';

/** Points of the first day, and of a day when the streak cannot be asked for. */
export const firstDayPoints = 50;

export const reloadAfterMs = 1_500;
export const rankUpAfterMs = 2_000;
export const successLastsMs = 5_000;
export const recentShown = 5;

/** Seconds as HH:MM:SS; hours may have more than two digits. */
export function countdown(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const two = (n: number) => String(n).padStart(2, '0');
  return `${two(Math.floor(whole / 3600))}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`;
}

/** Points with their sign: +50, -1,200. */
export const signed = (points: number) => (points > 0 ? '+' : '') + formatNumber(points);

/** Seven days in a row up to and with the last one, YYYY-MM-DD. */
export function weekUpTo(last: string): string[] {
  const end = Date.parse(`${last}T12:00:00Z`);
  return Array.from({ length: 7 }, (_, i) => new Date(end - (6 - i) * 86_400_000).toISOString().slice(0, 10));
}

const milestones = [7, 14, 30, 50, 75, 100, 150, 200, 300, 365, 500, 730, 1_000];

/** Between which milestones a streak stands: `from` is reached, `to` comes next. */
export function milestoneOf(days: number): { from: number; to: number } {
  const last = Math.floor(days / 1_000) * 1_000;
  if (last > 0) return { from: last, to: last + 1_000 };
  const next = milestones.findIndex((one) => one > days);
  return { from: milestones[next - 1] ?? 0, to: milestones[next] ?? 1_000 };
}
