// What the Activity tab says of time and of kinds.
import { texts } from 'texts:admin/desk/activity';
import { formatDate } from '@/rules/format';

/** Kinds that belong together, as the filter offers them. */
const kindsOf = {
  people: [
    'user_joined',
    'user_left',
    'sign_in',
    'member_added',
    'username_changed',
    'application_submitted',
  ],
  rooms: ['user_joined_room', 'user_left_room', 'room_changed'],
  messages: [
    'message',
    'message_edited',
    'message_media',
    'message_deleted',
    'message_pinned',
    'message_unpinned',
  ],
  reactions: ['reaction_added', 'reaction_removed'],
  checkins: ['check_in'],
  money: ['payment', 'refund', 'dispute', 'dispute_won'],
  decrypts: ['decrypt'],
  safety: ['report', 'ban', 'unban', 'emergency'],
  admin: ['admin_action', 'ban', 'unban', 'badge_assigned', 'badge_removed'],
} as const;

export type KindGroup = '' | keyof typeof kindsOf;

/** The filter's choices; '' is everything. */
export const kindGroups = (): { value: KindGroup; label: string; kinds: readonly string[] }[] => [
  { value: '', label: texts.kinds.everything, kinds: [] },
  ...(Object.keys(kindsOf) as (keyof typeof kindsOf)[]).map((value) => ({
    value,
    label: texts.kinds[value],
    kinds: kindsOf[value],
  })),
];

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** How long ago: Just now, minutes, hours, then a date. */
export function ago(at: string, now: number): string {
  const age = now - Date.parse(at);
  if (age < minuteMs) return texts.justNow;
  if (age < hourMs) return texts.minutesAgo({ count: Math.floor(age / minuteMs) });
  if (age < dayMs) return texts.hoursAgo({ count: Math.floor(age / hourMs) });
  return formatDate(at, 'dateOfYear');
}
