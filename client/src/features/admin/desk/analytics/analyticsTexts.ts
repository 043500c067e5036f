// The words of the analytics.
import type { FigureQuery } from '@/queries/desk/analytics';
import type { TimeRange } from '@/wire/bodies.gen';

export const ranges: { value: TimeRange; label: string }[] = [
  { value: 'hour', label: 'Hour' },
  { value: 'day', label: 'Day' },
  { value: 'week', label: 'Week' },
  { value: 'month', label: 'Month' },
];

const rangeWords: Record<TimeRange, string> = {
  hour: 'the last 60 minutes',
  day: 'today',
  week: 'the last 7 days',
  month: 'the last 30 days',
};

export const texts = {
  failed: 'Failed to load data. Please refresh the page.',
  loading: 'Loading analytics',
  overview: 'Overview',
  zone: (zone: string) => `Days and hours are those of ${zone}. Refreshed every 30 seconds.`,

  users: 'Total users',
  online: 'Online now',
  inChat: 'in chat',
  active: 'Active today',
  today: 'Messages today',
  week: 'Messages this week',
  average: 'Average per day',
  rooms: 'Rooms',
  activeRooms: 'Active rooms today',
  uploads: 'Uploads today',
  show: 'show them',
  rate: (percent: number) => `${percent > 0 ? '+' : ''}${percent}%`,
  weekRate: 'in 7 days',
  dayRate: (yesterday: string) => `against ${yesterday} yesterday by this time`,
  dayNone: 'none yesterday by this time',
  averageNote: 'of the last 7 days',

  chat: 'Chat activity',
  range: 'Time range',
  hours: 'Messages by hour',
  hour: 'Hour',
  messages: 'Messages',
  peak: (hour: string, count: string) => `Peak hour ${hour} with ${count}`,
  noMessages: 'No messages in this time.',
  openHour: (hour: string) => `Show the messages from ${hour}`,
  total: 'Total messages',
  unique: 'Unique users',
  perUser: 'Average per user',
  top: 'Most active users',
  topNone: 'Nobody has written in this time.',
  openUser: (name: string) => `Show the messages of ${name}`,

  growth: 'User growth, 7 days',
  joined: 'New users',
  joinedTotal: (count: string, average: string) => `${count} in 7 days, ${average} a day`,
  openDay: (day: string) => `Show who joined on ${day}`,

  rows: 'Rows',
  rowsLoading: 'Loading the rows',
  rowsFailed: 'Failed to load data. Please refresh the page.',
  rowsNone: 'No rows',
  rowsNoneText: 'Nothing is counted here at the moment.',
  rowsText: 'What this figure counts. Texts of messages are not shown here.',
  when: 'When',
  seen: 'First seen today',
  since: 'Since',
  who: 'User',
  email: 'Email',
  room: 'Room',
  type: 'Type',
  unnamed: 'Without a username',
  roomDeleted: 'deleted',
  exportCsv: 'Export CSV',
  exportDone: 'File saved',
  exportFailed: 'Failed to export the rows',
} as const;

/** What the opened rows are. */
export function rowsTitle({ figure, timeRange = 'day', hour, date }: FigureQuery, name?: string): string {
  switch (figure) {
    case 'messages': {
      const at = hour === undefined ? '' : ` at ${hourName(hour)}`;
      return `Messages${name ? ` of ${name}` : ''}${at}, ${rangeWords[timeRange]}`;
    }
    case 'senders':
      return `Users who wrote, ${rangeWords[timeRange]}`;
    case 'members':
      return 'All users';
    case 'joined':
      return date ? `Joined on ${name ?? date}` : 'Joined in the last 7 days';
    case 'active':
      return 'Users seen today';
    case 'rooms':
      return 'All rooms';
    case 'active_rooms':
      return 'Rooms in which somebody wrote within 24 hours';
    case 'uploads':
      return 'Uploads of today';
  }
}

/** 9 → '09:00–10:00'. */
export const hourName = (hour: number) => {
  const at = (h: number) => `${String(h % 24).padStart(2, '0')}:00`;
  return `${at(hour)}–${at(hour + 1)}`;
};
