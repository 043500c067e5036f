// Which figure's rows are open, as the address says it.
import type { FigureQuery } from '@/queries/desk/analytics';
import type { TimeRange } from '@/wire/bodies.gen';
import type { Place } from '../../address';
import { named } from '../../address';
import { ranges } from './analyticsTexts';

const countable: readonly { value: FigureQuery['figure'] }[] = [
  { value: 'messages' },
  { value: 'senders' },
  { value: 'members' },
  { value: 'joined' },
  { value: 'active' },
  { value: 'rooms' },
  { value: 'active_rooms' },
  { value: 'uploads' },
];

/** The parts of the address that say it. */
export const openedParts = ['figure', 'time', 'hour', 'member', 'date'] as const;

export const placeOf = ({ figure, timeRange, hour, userId, date }: FigureQuery): Place => ({
  figure,
  time: timeRange,
  hour: hour?.toString(),
  member: userId,
  date,
});

/** What is open; null for nothing. */
export function openedOf(params: URLSearchParams): FigureQuery | null {
  const figure = countable.find(({ value }) => value === params.get('figure'))?.value;
  if (!figure) return null;
  const hour = params.get('hour');
  return {
    figure,
    timeRange: params.has('time') ? named<TimeRange>(ranges(), params.get('time'), 'day') : undefined,
    hour: hour !== null && /^\d{1,2}$/.test(hour) ? Number(hour) : undefined,
    userId: params.get('member') ?? undefined,
    date: params.get('date') ?? undefined,
  };
}
