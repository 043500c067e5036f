// The sentences of the users' table and of the user profile.
import { detailName, detailValue } from '@/rules/details';
import { formatCount } from '@/rules/format';

export const texts = {
  table: 'Users',
  search: 'Search users',
  searchHint: 'Name, email, phone or username',
  filter: 'Filter',
  sort: 'Sort by',
  order: 'Order',
  loading: 'Loading users',
  failed: 'Failed to load data. Please refresh the page.',
  none: 'Nobody found',
  noneText: 'Try another search or filter.',
  pages: 'Pages of users',
  total: (count: number) => formatCount(count, 'user'),
  keys: 'Press / to search. Arrow keys move along the users, Enter opens one.',
  unnamed: 'No name',
  never: 'Never',

  profileLoading: 'Loading profile',
  profileFailed: 'Failed to load profile data',
  parts: 'Parts of the user profile',
  admin: 'Administrator',
  guardian: 'Guardian',
  chatActive: 'Chat Active',
  chatOff: 'Chat disabled',
  faceEnrolled: 'Face ID Enrolled',
  subscribed: 'Subscribed',
  bannedUntil: (when: string) => `Banned until ${when}`,
  online: 'In chat now',

  notes: 'Notes',
  notesHint: 'Only administrators read them. Earlier versions stay in the audit log.',
  notesTooLong: 'Notes must be 10,000 characters or less',
  notesSaved: 'Notes saved',
  notesFailed: 'Failed to save the notes',
  history: 'Contribution history',
  historyNone: 'No contributions yet',

  analyticsLoading: 'Loading analytics',
  activityLoading: 'Loading activity',
  messages: 'Messages',
  level: 'Activity level',
  age: 'Account age',
  logins: 'Sign-ins',
  uploads: 'Uploads',
  types: 'Message types',
  daily: 'Recent daily activity',
  days: (count: number) => formatCount(count, 'day'),
  recent: 'Recent messages',
  recentNone: 'No messages yet',
  deleted: 'Message deleted',
  log: 'Activity log',
  logNone: 'Nothing happened yet',

  rooms: 'Room access',
  roomsLoading: 'Loading room access',
  roomsFailed: 'Failed to load room access',
  roomsNone: 'No rooms were opened to this user',
  roomsNoneText: 'Open rooms need no access.',
  roomsAdmin: 'An administrator may enter every room.',
  grant: 'Grant Access',
  granted: 'Access granted successfully',
  grantFailed: 'Failed to grant access',
  revoked: 'Access revoked successfully',
  revokeFailed: 'Failed to revoke access',
  room: 'Room',
  accessLevel: 'Access level',
  face: 'Face recognition',
  faceOff: 'Face checks are turned off here. The setting takes effect once they are turned on.',
  faceNone: 'Not enrolled',
  faceSince: (when: string) => `since ${when}`,
  faceScans: (count: number) => formatCount(count, 'scan'),
  faceLast: (when: string) => `last on ${when}`,
  faceSkips: (count: number) => formatCount(count, 'skipped check'),
  faceFailed: (count: number) => formatCount(count, 'failed attempt'),
  faceRequire: 'Require a face check at sign-in',
  resetAttempts: 'Reset attempts',
  attemptsReset: (count: number) =>
    count === 0 ? 'There were no failed attempts' : `${formatCount(count, 'failed attempt')} forgotten`,
  removeFace: 'Remove enrolment',
  removeFaceTitle: (name: string) => `Remove the enrolled face of ${name}?`,
  removeFaceText: 'The enrolled face is deleted for good. A new one can be enrolled.',
  faceRemoved: 'Enrolment removed',
  faceNothing: 'There was no enrolment',
  sessions: 'Signed-in browsers',
  sessionsLoading: 'Loading sessions',
  sessionsFailed: 'Failed to load the sessions',
  sessionsNone: 'Signed in nowhere',
  endSessions: 'Sign out everywhere',
  endTitle: (name: string) => `Sign ${name} out everywhere?`,
  endText: 'Every browser is signed out at once, and its chat closes.',
  ended: (count: number) => (count === 0 ? 'Nothing to sign out' : `${formatCount(count, 'session')} ended`),

  failedAct: 'That did not work. Please try again.',
  done: 'Saved',
  cancel: 'Cancel',
  rights: 'Administrator right',
  makeAdmin: 'Make Admin',
  removeAdmin: 'Remove Admin',
  makeTitle: (name: string) => `Make ${name} an administrator?`,
  makeText: 'Administrators see every room and every member, and can change all of it.',
  removeTitle: (name: string) => `Remove the administrator right of ${name}?`,
  removeText: 'It ends at once, also on open screens.',
  ownRight: 'Nobody removes their own administrator right.',
  adminMade: 'Administrator right given',
  adminRemoved: 'Administrator right removed',
  chat: 'Chat access',
  chatText: 'Without chat the rest of the site stays open.',
  enableChat: 'Enable Chat',
  disableChat: 'Disable Chat',
  chatEnabled: 'Chat enabled',
  chatDisabled: 'Chat disabled',
  ban: 'Temporary ban',
  banText: 'Chat closes at once and opens again by itself.',
  banReason: 'Reason for the change',
  banReasonHint: 'For the audit log. The member is not notified.',
  banFor: 'For',
  banDate: 'Until',
  banWrong: 'Choose a time in the next ten years.',
  banButton: 'Ban',
  liftBan: 'Lift Ban',
  banned: (when: string) => `Banned until ${when}`,
  confirmTitle: (name: string) => `${name} is an administrator`,
  confirmText: 'They lose chat like any member. They keep the back office and can lift it themselves.',
  confirmBan: 'Close chat for them',
  ranks: 'Rank and points',
  guardianText: 'Guardian is by invitation and stands above every other rank.',
  makeGuardian: 'Make Guardian',
  endGuardian: 'End Guardian',
  honorary: 'Honorary rank',
  honoraryNone: 'None',
  points: (count: number) => formatCount(count, 'point'),
  amount: 'Points to give or take',
  amountHint: 'A whole number; −50 takes 50.',
  amountWrong: 'A whole number that is not 0',
  reason: 'Reason',
  reasonMissing: 'Give a reason: it stands in the audit log.',
  reasonTooLong: (most: number) => `A reason has at most ${most} characters`,
  adjust: 'Adjust points',
  adjusted: 'Points adjusted',
  subscription: 'Chat subscription',
  subscribe: 'Mark as subscribed',
  unsubscribe: 'Mark as not subscribed',
  deletion: 'Delete User Account',
  deletionText: 'Feature not implemented for safety',
  audit: 'Audit log of this user',
} as const;

export const filters = [
  { value: 'all', label: 'All' },
  { value: 'admin', label: 'Admins' },
  { value: 'guardian', label: 'Guardians' },
  { value: 'active', label: 'Active' },
  { value: 'inactive', label: 'Inactive' },
] as const;

/** The orders of a sort, in its own words. */
export const ordersOf = (sort: (typeof sorts)[number]['value']) => {
  const [first, last] =
    sort === 'rank' || sort === 'phone'
      ? ['Lowest', 'Highest']
      : sort === 'last_login' || sort === 'created_at'
        ? ['Oldest', 'Newest']
        : ['A–Z', 'Z–A'];
  return [
    { value: 'asc', label: first },
    { value: 'desc', label: last },
  ] as const;
};

export const sorts = [
  { value: 'name', label: 'Name' },
  { value: 'username', label: 'Username' },
  { value: 'email', label: 'Email' },
  { value: 'phone', label: 'Phone' },
  { value: 'rank', label: 'Rank' },
  { value: 'last_login', label: 'Last login' },
  { value: 'created_at', label: 'Joined' },
] as const;

export const banHours = [
  { value: '1', label: '1 hour' },
  { value: '6', label: '6 hours' },
  { value: '24', label: '1 day' },
  { value: '72', label: '3 days' },
  { value: '168', label: '7 days' },
  { value: '720', label: '30 days' },
  { value: 'date', label: 'A date' },
] as const;

const eventWords: Record<string, string> = {
  sign_in: 'Signed in',
  username_changed: 'Changed the username',
  check_in: 'Checked in',
  inactivity_penalty: 'Lost points for missed days',
  admin_adjust: 'Points adjusted',
  contribution_bonus: 'Points for a contribution',
  contribution: 'Contributed',
  report_sent: 'Sent a report',
  reported: 'Was reported',
};

/** What an event is called: its own words, or its name with blanks. */
export const eventName = (kind: string) => {
  const words = eventWords[kind] ?? kind.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** The details of an event in one line. */
export function eventDetail(data: unknown): string {
  if (typeof data !== 'object' || data === null) return '';
  return Object.entries(data)
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]) => `${detailName(name)} ${detailValue(name, value)}`)
    .join(' · ');
}
