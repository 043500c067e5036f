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
    'parts/people/devices',
    'parts/people/member',
    'parts/people/username',
    'parts/steps',
    'parts/viewer',
    'parts/voice',
    'people/username',
    'priorities',
    'sizes',
    'time',
  ],
  /** Said on the sign-in page alone. */
  'sign-in': ['people/signIn', 'people/identifier', 'people/passkey'],
  profile: ['earned', 'parts/people', 'parts/rank', 'people/rules', 'people/skills'],
  chat: ['money/serverCost'],
  /** Said to who may send files. */
  'chat-sending': ['chat/sending'],
  money: ['parts/money'],
  camera: ['parts/camera', 'photo'],
  admin: ['details', 'parts/chart', 'rank/badgeRules'],
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
  const [first = '', ...rest] = part.split('/');
  return first === 'admin' && rest[0] !== 'palette' ? part.replaceAll('/', '-') : first;
}
