// Which folder may import which. Each layer may import itself and what stands before it;
// only stores import zustand and the socket. A layer's folders have an order of their own, and
// a feature imports another only as listed. Tests and fixtures are free: they open the app
// from outside.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = import.meta.dirname;
const layers = [
  'wire',
  'languages',
  'rules',
  'net',
  'stores',
  'queries',
  'ui',
  'parts',
  'features',
  'app',
  'main.tsx',
];

const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
  (file) => /\.tsx?$/.test(file) && !/\.(test|fixture|gen)\.tsx?$|\.d\.ts$/.test(file),
);

/** The file's imports, static and on demand, as paths from src or package names. */
function importsOf(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8');
  return [...text.matchAll(/(?:\bfrom|\bimport\(?)\s*'([^']+)'/g)].map(([, name = '']) => {
    if (name.startsWith('@/')) return name.slice(2);
    return name.startsWith('.') ? relative(root, resolve(root, dirname(file), name)) : name;
  });
}

/** The features that others need, by who needs them; after those that they need. */
const needed: Record<string, readonly string[]> = {
  // The server's cost stands above every room.
  chat: ['money'],
  // Beside the devices one is signed in with.
  people: ['secondfactor'],
  // A member's first steps end with a check-in.
  welcome: ['rank'],
};

function faultsOf(file: string): string[] {
  const [layer = '', feature] = file.split('/');
  return importsOf(file).filter((target) => {
    const [to = '', other] = target.split('/');
    if (to === 'zustand' || target === 'net/socket') return layer !== 'stores' && layer !== 'net';
    if (!layers.includes(to)) return false;
    if (layer === 'features' && to === 'features')
      return other !== feature && !needed[feature ?? '']?.includes(other ?? '');
    return layers.indexOf(to) > layers.indexOf(layer);
  });
}

/**
 * The order inside a layer: each folder, or file beside the folders, imports only what stands
 * before it. So no two subjects need each other.
 */
const orders: Record<string, readonly string[]> = {
  rules: [
    ...['device', 'format', 'list', 'names', 'paths', 'storedName', 'text', 'time', 'zoom'],
    // What is stored of an act names ranks, and so do badges.
    'rank',
    ...[
      'brand',
      'confidence',
      'details',
      'earned',
      'emergency',
      'encrypted',
      'encryptedDraft',
      'keys',
      'money',
      'photo',
      'sms',
    ],
    ...['chat', 'people', 'application'],
  ],
  stores: [
    ...['emitter', 'shallow', 'asOf', 'toast', 'stale', 'session'],
    ...[
      'badges',
      'serverCost',
      'sumDrafts',
      'face',
      'people',
      'application',
      'desk',
      'campaign',
      'emergency',
    ],
    ...['chat', 'roomlog', 'room', 'frames'],
  ],
  queries: [
    ...['adminKeys', 'client', 'config', 'days', 'keys', 'lostAnswer', 'older', 'useAttempt'],
    ...['application', 'campaign', 'chat', 'community', 'desk', 'emergency', 'encrypted'],
    ...['face', 'money', 'people', 'rank', 'secondfactor'],
    ...['adminChanges', 'stale'],
  ],
  parts: ['Priority', 'readFile', 'camera', 'chart', 'viewer', 'voice', 'steps', 'money', 'rank', 'people'],
  'features/admin': [
    ...['address', 'tabNames', 'tabs', 'links', 'application', 'campaign', 'chat', 'emergency'],
    ...['RightLost', 'community', 'encrypted', 'face', 'money', 'rank', 'desk', 'palette'],
    ...['Part', 'AdminRoute'],
  ],
  'features/admin/chat': ['reports', 'rooms'],
  'features/admin/desk': ['activity', 'analytics', 'audit', 'users'],
  'features/chat': [
    ...['chatTexts', 'emoji', 'presence', 'media', 'gif', 'report'],
    ...['message', 'search', 'rooms', 'list', 'composer', 'room'],
  ],
  'features/money': ['serverCost', 'contribute'],
  'features/people': ['signIn', 'profile', 'settings', 'mydata'],
  'features/rank': ['checkin', 'myRank'],
  'parts/people': ['devices', 'member', 'username', 'profile'],
};

/** The folder, or the file without its ending, under this path; undefined outside it. */
const placeIn = (path: string, file: string) =>
  file.startsWith(`${path}/`) ? file.slice(path.length + 1).split(/[/.]/)[0] : undefined;

/** What a file of an ordered folder imports of those after its own. */
function upwardsOf(path: string, order: readonly string[], file: string): string[] {
  const place = order.indexOf(placeIn(path, file) ?? '');
  return importsOf(file).filter((target) => {
    const to = placeIn(path, target);
    return to !== undefined && order.indexOf(to) > place;
  });
}

/** Who decides whether data or its error is shown: QueryView alone, so that data comes first. */
const deciding = /\bis(Loading|Refetch|FetchNextPage)?Error\b|status === 'error'/;

it('shows data before errors, by QueryView', () => {
  const others = files.filter((file) => !file.startsWith('ui/') && !file.startsWith('queries/'));
  expect(others.filter((file) => deciding.test(readFileSync(join(root, file), 'utf8')))).toEqual([]);
});

/** What compares a moment that the server dated with now; the device's clock may be days off. */
const datedByServer = [
  'relativeTime',
  'timeUnderDay',
  'dayLabel',
  'ago',
  'canEdit',
  'canChangeWords',
  'isMuted',
  'linkEnded',
  'banEnd',
];
const byDeviceClock = new RegExp(`\\b(?:${datedByServer.join('|')})\\([^\\n]*Date\\.now\\(\\)`);

it('compares what the server dated with the clock of the server', () => {
  expect(files.filter((file) => byDeviceClock.test(readFileSync(join(root, file), 'utf8')))).toEqual([]);
});

it('knows the layer of every file', () => {
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter((file) => !layers.includes(file.split('/')[0] ?? ''))).toEqual([]);
});

it('imports only what stands before it', () => {
  expect(files.flatMap((file) => faultsOf(file).map((target) => `${file} imports ${target}`))).toEqual([]);
});

it('has no circle between features', () => {
  const needing = Object.keys(needed);
  const later = (feature: string) => (other: string) =>
    needing.indexOf(other) >= needing.indexOf(feature) && needing.includes(other);
  expect(needing.filter((feature) => needed[feature]?.some(later(feature)))).toEqual([]);
});

describe.each(Object.entries(orders))('in %s', (path, order) => {
  const inside = files.filter((file) => placeIn(path, file) !== undefined);

  it('knows the place of every folder', () => {
    expect([...new Set(inside.map((file) => placeIn(path, file)))].sort()).toEqual([...order].sort());
  });

  it('has imports in one direction', () => {
    const faults = inside.flatMap((file) =>
      upwardsOf(path, order, file).map((target) => `${file} imports ${target}`),
    );
    expect(faults).toEqual([]);
  });
});
