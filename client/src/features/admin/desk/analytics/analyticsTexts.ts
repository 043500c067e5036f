// What the analytics call their ranges, hours and rows.
import { texts } from 'texts:admin/desk/analytics';
import type { FigureQuery } from '@/queries/desk/analytics';
import { formatPercent } from '@/rules/format';

export const ranges = () =>
  (['hour', 'day', 'week', 'month'] as const).map((value) => ({ value, label: texts.ranges[value] }));

/** By how many percent a count has grown, with its sign. */
export const rateWords = (percent: number) => `${percent > 0 ? '+' : ''}${formatPercent(percent)}`;

/** What the opened rows are. */
export function rowsTitle({ figure, timeRange = 'day', hour, date }: FigureQuery, name?: string): string {
  const range = texts.rangeWords[timeRange];
  switch (figure) {
    case 'messages':
      if (hour === undefined)
        return name ? texts.rowsOf.messagesOf({ name, range }) : texts.rowsOf.messages({ range });
      return name
        ? texts.rowsOf.messagesOfAt({ name, hour: hourName(hour), range })
        : texts.rowsOf.messagesAt({ hour: hourName(hour), range });
    case 'senders':
      return texts.rowsOf.senders({ range });
    case 'joined':
      return date ? texts.rowsOf.joinedOn({ day: name ?? date }) : texts.rowsOf.joined;
    default:
      return texts.rowsOf[figure];
  }
}

/** 9 → '09:00–10:00'. */
export const hourName = (hour: number) => {
  const at = (h: number) => `${String(h % 24).padStart(2, '0')}:00`;
  return `${at(hour)}–${at(hour + 1)}`;
};
