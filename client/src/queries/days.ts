// Days of one's own calendar as the server reads them.
import { dayStart } from '@/rules/time';

/** The moments that days from YYYY-MM-DD to YYYY-MM-DD begin and end at, the last day whole; '' is open. */
export function momentsOf({ from, to }: { from: string; to: string }): { from?: string; to?: string } {
  return { from: dayStart(from) ?? undefined, to: dayStart(to, 1) ?? undefined };
}
