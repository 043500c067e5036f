// Which parts of a language's texts are fetched as one file: few files for a page, and little
// in them that it does not say.

/** Files of several folders, by the parts, or the folders of parts, that are in them. */
const files: Readonly<Record<string, readonly string[]>> = {
  /** Said to everybody, a stranger too; there before the first screen. */
  start: ['app', 'ui', 'session'],
  /** Said on many screens of members. */
  members: [
    'chat/rules',
    'frames',
    'keys/rules',
    'parts/people/devices',
    'parts/people/member',
    'parts/people/username',
    'parts/steps',
    'parts/viewer',
    'parts/voice',
    'people/username',
    'priorities',
    'ranks',
    'sizes',
    'time',
  ],
  /** Said on the sign-in page alone. */
  'sign-in': ['people/signIn', 'people/identifier', 'people/passkey'],
  profile: ['earned', 'parts/people', 'people/rules', 'people/skills'],
  'profile-own': ['people/profile/own'],
  /** Said when something of the profile is changed. */
  'profile-dialogs': ['parts/people/profile/dialogs', 'parts/people/username/change'],
  badges: ['parts/rank/badges'],
  'rank-checkin': ['rank/checkin', 'rank/rules'],
  /** Said in the sheets of the rank. */
  'rank-sheets': ['rank/sheets'],
  chat: ['money/serverCost/pill'],
  /** Said in menus and dialogs of the chat. */
  'chat-menus': ['chat/menus', 'chat/report'],
  'chat-search': ['chat/search'],
  /** Said where files, emoji and GIFs are chosen. */
  'chat-sending': ['chat/emoji', 'chat/gif', 'chat/sending', 'chat/upload'],
  'chat-viewer': ['chat/media/viewer'],
  'server-cost': ['money/serverCost'],
  money: ['parts/money'],
  camera: ['parts/camera', 'photo'],
  admin: ['parts/chart', 'rank/badgeRules'],
  'admin-application': ['admin/application/invitations', 'application/review'],
  'admin-encrypted': ['encrypted/draft'],
};

const named = Object.entries(files).flatMap(([file, parts]) => parts.map((part) => [part, file] as const));

/** The name of the file that a part of the texts is in. */
export function fileOf(part: string): string {
  const listed = named
    .filter(([name]) => part === name || part.startsWith(`${name}/`))
    .sort(([a], [b]) => b.length - a.length)[0];
  if (listed) return listed[1];
  const [first = ''] = part.split('/');
  return first === 'admin' ? part.replaceAll('/', '-') : first;
}
