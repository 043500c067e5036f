// The words of the Activity tab.
import { formatCount, formatDate, formatDollars } from '@/rules/format';
import type { ActivityItem } from '@/stores/desk/activity';

export const texts = {
  refresh: 'Auto-refresh',
  live: 'Live',
  polling: 'Every 5 seconds',
  paused: 'Paused',
  feed: 'Activity',
  feedFailed: 'Failed to load data. Please refresh the page.',
  feedLoading: 'Loading activity',
  none: 'Nothing has happened yet',
  noneText: 'What members and administrators do appears here as it happens.',
  noneSelected: 'Nothing that these filters select has happened lately.',
  waiting: (count: number) => `Show ${formatCount(count, 'new event')}`,
  fresh: (count: number) => `${formatCount(count, 'new event')} in the activity stream`,
  leftOut: (count: number) => `${formatCount(count, 'event')} left out: more happened than fits here`,
  filters: 'Filter the activity stream',
  kind: 'Kind',
  room: 'Room',
  anyRoom: 'Any room',
  member: 'Member',
  memberHint: 'Username, name or email',
  memberNobody: 'Nobody found',
  memberSearching: 'Searching',
  memberFailed: 'Failed to search users',
  onlyOf: (name: string) => `Only ${name}`,
  everybody: 'Show everybody',
  clear: 'Clear filters',
  online: 'Online users',
  onlineCount: (inChat: number) => `${formatCount(inChat, 'person', 'people')} in chat`,
  onlineNone: 'Nobody is in chat',
  seen: 'Seen in the last 5 minutes',
  inChat: 'In chat',
  unseen: 'Signed out',
  until: (end: string) => `until ${formatDate(end, 'full')}`,
  unnamed: 'Without a username',
  applicant: 'An applicant',
  operator: 'The operator',
  nodes: 'Nodes',
  nodesLoading: 'Loading the nodes',
  nodesFailed: 'Failed to load the nodes',
  node: 'Node',
  thisNode: 'answers you',
  build: 'Build',
  since: 'Since',
  sockets: 'Sockets',
  people: 'People',
  rooms: 'Rooms',
  lag: 'Lag',
  behind: 'Behind',
  redis: {
    down: 'Redis is away: other nodes cannot be seen, and what happens there comes late.',
    silent: 'Redis delivers nothing: other nodes cannot be seen, and what happens there comes late.',
  } as Record<string, string>,
};

/** Kinds that belong together, as the filter offers them. */
export const kindGroups = [
  { value: '', label: 'Everything', kinds: [] },
  {
    value: 'people',
    label: 'Came and left',
    kinds: [
      'user_joined',
      'user_left',
      'sign_in',
      'member_added',
      'username_changed',
      'application_submitted',
    ],
  },
  { value: 'rooms', label: 'Rooms', kinds: ['user_joined_room', 'user_left_room', 'room_changed'] },
  {
    value: 'messages',
    label: 'Messages',
    kinds: ['message', 'message_edited', 'message_deleted', 'message_pinned', 'message_unpinned'],
  },
  { value: 'reactions', label: 'Reactions', kinds: ['reaction_added', 'reaction_removed'] },
  { value: 'checkins', label: 'Check-ins', kinds: ['check_in'] },
  { value: 'money', label: 'Payments', kinds: ['payment', 'refund', 'dispute', 'dispute_won'] },
  { value: 'decrypts', label: 'Decrypts', kinds: ['decrypt'] },
  { value: 'safety', label: 'Reports, bans and emergencies', kinds: ['report', 'ban', 'unban', 'emergency'] },
  {
    value: 'admin',
    label: 'Administrators',
    kinds: ['admin_action', 'ban', 'unban', 'badge_assigned', 'badge_removed'],
  },
] as const;

export type KindGroup = (typeof kindGroups)[number]['value'];

const verbs: Record<string, string> = {
  user_joined: 'came into chat',
  user_left: 'left chat',
  user_joined_room: 'entered',
  user_left_room: 'left',
  message: 'wrote in',
  message_edited: 'edited a message in',
  message_deleted: 'deleted a message in',
  message_pinned: 'pinned a message in',
  message_unpinned: 'unpinned a message in',
  reaction_removed: 'took a reaction back in',
  room_changed: 'changed the settings of',
  sign_in: 'signed in',
  member_added: 'became a member',
  check_in: 'checked in',
  decrypt: 'opened an encrypted message',
  application_submitted: 'submitted an application',
  emergency: 'sent an emergency message',
  ban: 'banned',
  unban: 'let back into chat',
  badge_assigned: 'gave a badge to',
  badge_removed: 'took a badge from',
};

const media: Record<string, string> = {
  image: 'sent an image in',
  video: 'sent a video in',
  voice: 'sent a voice message in',
  gif: 'sent a GIF in',
};

// An action is stored as room_created: its verb is the last word.
function actionWords(action: string): string {
  const words = action.replace('decrypt', 'encrypted_message').split('_');
  return [words.pop(), ...words].join(' ');
}

/** What somebody did, between the name and the room or the other member. */
export function verbOf({ kind, detail }: Pick<ActivityItem, 'kind' | 'detail'>): string {
  const amount = formatDollars(Math.abs(detail.amount ?? 0));
  switch (kind) {
    case 'message':
      return media[detail.messageType ?? ''] ?? 'wrote in';
    case 'reaction_added':
      return `reacted ${detail.reaction ?? ''} in`;
    case 'check_in':
      return detail.points ? `checked in for ${formatCount(detail.points, 'point')}` : 'checked in';
    case 'payment':
      return `paid ${amount}${detail.purpose === 'server_cost' ? ' of the server cost' : ''}`;
    case 'refund':
      return `was paid back ${amount}`;
    case 'dispute':
      return `disputed ${amount}`;
    case 'dispute_won':
      return `lost a dispute about ${amount}`;
    case 'username_changed':
      return detail.before
        ? `changed the username from @${detail.before}`
        : `took the username @${detail.after ?? ''}`;
    case 'report':
      return `reported ${detail.reason ?? ''} of`;
    case 'emergency':
      return `sent an emergency message (${detail.priority ?? ''})`;
    case 'admin_action':
      return `${actionWords(detail.action ?? '')}${detail.member ? ':' : ''}`;
    default:
      return verbs[kind] ?? kind.replaceAll('_', ' ');
  }
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** How long ago: Just now, minutes, hours, then a date. */
export function ago(at: string, now: number): string {
  const age = now - Date.parse(at);
  if (age < minuteMs) return 'Just now';
  if (age < hourMs) return `${formatCount(Math.floor(age / minuteMs), 'minute')} ago`;
  if (age < dayMs) return `${formatCount(Math.floor(age / hourMs), 'hour')} ago`;
  return formatDate(at, 'dateOfYear');
}
