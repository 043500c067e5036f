// The face viewer through the real routes, over a played server.
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { openAt, signIn, tidy } from '@/app/app.fixture';
import { fail, ok, server } from '@/net/server.fixture';
import { queryClient } from '@/queries/client';
import { faceViewerKey } from '@/queries/face/faceViewer';
import { askAgain } from '@/queries/stale';
import { dropFaceGrant } from '@/stores/face/faceGrant';
import type { FaceCheckShown, FaceHistory, FaceSkipShown, FaceUser, RecentFaces } from '@/wire/bodies.gen';
import { play } from '../admin.fixture';

const minutes = (n: number) => new Date(Date.now() + n * 60_000).toISOString();
const faceOf = (username: string, change: Partial<FaceUser> = {}): FaceUser => ({
  userId: `id-${username}`,
  name: '',
  username,
  email: `${username}@example.com`,
  phone: null,
  enrollmentImageUrl: `/api/face/images/${username}?exp=1&sig=x`,
  enrolledAt: '2026-05-01T10:00:00Z',
  lastUsed: '2026-05-02T10:00:00Z',
  totalScans: 4,
  stats: { averageConfidence: 94.96, totalVerifications: 3, recentPassRate: 66.6 },
  ...change,
});
const check = (id: string, change: Partial<FaceCheckShown> = {}): FaceCheckShown => ({
  id,
  type: 'verification',
  imageUrl: `/api/face/images/${id}?exp=1&sig=x`,
  timestamp: '2026-05-02T10:00:00Z',
  confidence: 94.96,
  distance: 0.5,
  passed: false,
  possibleReplay: false,
  thresholdAnalysis: { at30: true, at50: true, at70: true, at90: true },
  ...change,
});

let users: FaceUser[];
let checks: FaceCheckShown[];
let skips: FaceSkipShown[];
let grants: (string | null)[];
/** What the list was asked for, newest last. */
let asked: Record<string, string>[];
let nextCursor: string | null;
let password: () => Response;
let linkMinutes: number;
let recent: RecentFaces;
let refuse: (() => Response) | null;

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
beforeEach(() => {
  users = [
    faceOf('ann'),
    faceOf('bob', {
      lastUsed: null,
      stats: { averageConfidence: 0, totalVerifications: 0, recentPassRate: 0 },
    }),
  ];
  checks = [check('c1')];
  skips = [];
  grants = [];
  asked = [];
  nextCursor = null;
  linkMinutes = 5;
  recent = { totalVerifications: 9, averageConfidence: 96.2, passRate: 88 };
  refuse = null;
  password = () => ok({ validUntil: minutes(15), grant: 'granted' });
});
afterEach(() => {
  tidy();
  dropFaceGrant();
  sessionStorage.clear();
});
afterAll(() => server.close());

function openViewer(address = '/admin/face') {
  play();
  const seen = (request: Request) => grants.push(request.headers.get('X-Face-Admin-Password'));
  server.use(
    http.post('/api/admin/face/verify-password', () => password()),
    http.get('/api/admin/face/enrolled-users', ({ request }) => {
      seen(request);
      asked.push(Object.fromEntries(new URL(request.url).searchParams));
      return refuse?.() ?? ok({ users, nextCursor, urlsExpireAt: minutes(linkMinutes) });
    }),
    http.get('/api/admin/face/stats', ({ request }) => {
      seen(request);
      return ok({
        stats: {
          totalEnrolledUsers: 1200,
          totalVerifications: 34,
          recentStats: recent,
        },
      });
    }),
    http.get('/api/admin/face/user/:id/verifications', ({ request, params }) => {
      seen(request);
      expect(new URL(request.url).searchParams.get('limit')).toBe('100');
      const {
        userId: id,
        name,
        username,
        email,
        phone,
      } = users.find((one) => one.userId === params.id) as FaceUser;
      return ok({
        user: { id, name, username, email, phone },
        enrollment: { imageUrl: null, confidence: 99, enrolledAt: '2026-05-01T10:00:00Z' },
        statistics: {
          totalScans: 4,
          totalVerifications: 3,
          totalSkips: 12,
          averageConfidence: 90,
          passRate: 50,
        },
        verifications: checks,
        skips,
        urlsExpireAt: minutes(linkMinutes),
      } satisfies Omit<FaceHistory, 'success'>);
    }),
  );
  signIn();
  return { ...openAt(address), person: userEvent.setup() };
}
const dialog = async () => within(await screen.findByRole('dialog', { name: 'Face viewer' }));

async function openUnlocked(address?: string) {
  const open = openViewer(address);
  const modal = await dialog();
  await open.person.type(modal.getByLabelText('Password'), 'open sesame{Enter}');
  await screen.findByText('1,200');
  return open;
}
const names = () =>
  within(screen.getByRole('list', { name: 'Enrolled members' }))
    .getAllByRole('button')
    .map((one) => one.textContent);

it('asks for the password first, and for the next calls sends what it gave (FADM-1, FADM-4)', async () => {
  const { person } = openViewer();
  const modal = await dialog();
  await person.click(modal.getByRole('button', { name: 'Open' }));
  expect(modal.getByText('Password required')).toBeVisible();
  expect(grants).toEqual([]);
  await person.type(modal.getByLabelText('Password'), 'open sesame{Enter}');
  expect(await screen.findByText('1,200')).toBeVisible();
  expect(new Set(grants)).toEqual(new Set(['granted']));
  expect(Object.values(localStorage).join()).not.toMatch(/granted|sesame/);
  expect(Object.values(sessionStorage).join()).not.toContain('sesame');
});

it.each([
  [
    'the sentence of the server',
    () => fail(403, 'No such password', 'face_password_wrong'),
    'No such password',
    '',
  ],
  ['of a refusal without a sentence', () => fail(403, '', 'face_password_wrong'), 'Invalid password', ''],
  // The password went, which had nothing to do with it.
  ['of a call without an answer', () => Response.error(), 'Failed to verify password', 'x'],
])('says %s (FADM-2, FADM-3)', async (_, reply, text, left) => {
  password = reply;
  const { person, path } = openViewer();
  const modal = await dialog();
  await person.type(modal.getByLabelText('Password'), 'x{Enter}');
  expect(await modal.findByText(text)).toBeVisible();
  expect(modal.getByLabelText('Password')).toHaveValue(left);
  // A wrong password ends no session.
  expect(localStorage.getItem('token')).toBe('kept');
  await person.click(modal.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(path()).toBe('/admin'));
});

it('keeps the password when the second factor is not confirmed', async () => {
  password = () => fail(403, 'Please confirm your second factor again.', 'second_factor_again');
  const { person } = openViewer();
  const modal = await dialog();
  server.use(http.get('/api/profile/second-factor', () => ok({ factors: [], recoveryCodes: 9, state: '' })));
  await person.type(modal.getByLabelText('Password'), 'open sesame{Enter}');
  const question = within(await screen.findByRole('dialog', { name: 'Confirm that it is you' }));
  await person.click(question.getByRole('button', { name: 'Cancel' }));
  expect(await modal.findByText('Please confirm your second factor again.')).toBeVisible();
  expect(modal.getByLabelText('Password')).toHaveValue('open sesame');
});

it('forgets the grant when the viewer is closed (FADM-17)', async () => {
  const { person } = await openUnlocked();
  expect(sessionStorage.getItem('face_grant')).toContain('granted');
  await person.click(screen.getByRole('tab', { name: 'Audit Log' }));
  await waitFor(() => expect(sessionStorage.getItem('face_grant')).toBeNull());
});

// A reconnect asks for the back office again: each time it was a look that nobody took, of
// which the member is notified.
it('takes no look by itself after a reconnect', async () => {
  await openUnlocked('/admin/face?face=id-ann');
  await screen.findByRole('list', { name: 'Verification history' });
  const looks = grants.length;
  askAgain('admin');
  expect(queryClient.isFetching({ queryKey: faceViewerKey })).toBe(0);
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(grants).toHaveLength(looks);
});

it('shows who is enrolled as the server searches and sorts, with the confidence in words (FADM-7, FADM-14)', async () => {
  users.push(faceOf('cem', { stats: { averageConfidence: 95, totalVerifications: 1, recentPassRate: 100 } }));
  nextCursor = 'id-cem';
  const { person } = await openUnlocked();
  await waitFor(() => expect(names()).toEqual(['@ann', '@bob', '@cem']));
  expect(asked).toEqual([{ sortBy: 'lastUsed' }]);
  // 94.96 did not pass: never written as 95.
  expect(screen.getByText('94.9%').parentElement).toHaveTextContent('94.9% Just below');
  expect(screen.getByText('95.0%').parentElement).toHaveTextContent('95.0% Passes');
  expect(screen.getByText('Not compared')).toBeVisible();

  users = [faceOf('dora')];
  nextCursor = null;
  await person.click(screen.getByRole('button', { name: /more/i }));
  await waitFor(() => expect(names()).toEqual(['@ann', '@bob', '@cem', '@dora']));
  expect(asked.at(-1)).toEqual({ sortBy: 'lastUsed', cursor: 'id-cem' });

  users = [faceOf('cem')];
  await person.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'Enrolled');
  await waitFor(() => expect(names()).toEqual(['@cem']));
  expect(asked.at(-1)).toEqual({ sortBy: 'enrolledAt' });
  users = [faceOf('bob')];
  await person.type(screen.getByRole('searchbox'), 'BOB@');
  // What is shown stays until the answer is there.
  expect(names()).toEqual(['@cem']);
  await waitFor(() => expect(names()).toEqual(['@bob']));
  expect(asked.at(-1)).toEqual({ search: 'BOB@', sortBy: 'enrolledAt' });
  expect(asked).toHaveLength(4);
});

// A month without a check read as one in which everybody had failed.
it('shows no recent rates where nobody was checked lately', async () => {
  recent = { totalVerifications: 0, averageConfidence: 0, passRate: 0 };
  users = [
    faceOf('ann', { lastUsed: minutes(-31 * 24 * 60), stats: { ...faceOf('ann').stats, recentPassRate: 0 } }),
    faceOf('cem', { lastUsed: minutes(-60) }),
  ];
  await openUnlocked();
  const figure = (name: string) => screen.getByText(name).nextSibling;
  expect(figure('Average confidence, 30 days')).toHaveTextContent('Not compared');
  expect(figure('Pass rate, 30 days')).toHaveTextContent('—');
  const rates = await screen.findAllByText('Pass rate');
  expect(rates.map((term) => term.nextSibling?.textContent)).toEqual(['—', '66%']);
});

it('says that nobody fits a search', async () => {
  users = [];
  await openUnlocked('/admin/face?q=nobody');
  expect(await screen.findByText('Nobody here fits the search.')).toBeVisible();
  expect(screen.getByRole('searchbox')).toBeVisible();
});

it('says that nobody is enrolled (FADM-15)', async () => {
  users = [];
  await openUnlocked();
  expect(await screen.findByText('No users have enrolled for face verification yet.')).toBeVisible();
  expect(screen.queryByRole('searchbox')).not.toBeInTheDocument();
});

it.each([
  ['the sentence of the server', () => fail(500, 'Broken'), 'Broken'],
  ['its own', () => fail(400, ''), 'Failed to load users'],
])('says %s when the users do not come (FADM-16)', async (_, reply, text) => {
  refuse = reply;
  await openUnlocked();
  expect(await screen.findByText(text)).toBeVisible();
});

it('asks for the password again once the grant has ended', async () => {
  const { person } = await openUnlocked();
  linkMinutes = -1;
  refuse = () => fail(403, 'Please enter the password again', 'face_grant_ended');
  await person.click(screen.getByRole('button', { name: 'Lock the viewer' }));
  const modal = await dialog();
  await person.type(modal.getByLabelText('Password'), 'again{Enter}');
  expect(await screen.findByText('The viewer was locked. Please enter the password again.')).toBeVisible();
  expect(sessionStorage.getItem('face_grant')).toBeNull();
});

it('counts down to the end of the links, and asks for new ones with one press (FADM-13)', async () => {
  linkMinutes = -1;
  const { person } = await openUnlocked();
  const ended = await screen.findByText('The picture links have ended.');
  expect(ended).toHaveAttribute('role', 'status');
  linkMinutes = 5;
  await person.click(screen.getByRole('button', { name: 'Get new links' }));
  expect(await screen.findByText(/^(5:00|4:5\d)$/)).toBeVisible();
});

it('shows the checks of a member, with a filter, thresholds and what may be a replay (FADM-9, FADM-10, FADM-14)', async () => {
  checks = [
    check('c3', { possibleReplay: true, confidence: 99.9, passed: true }),
    check('c2', { confidence: 60, thresholdAnalysis: { at30: true, at50: true, at70: false, at90: false } }),
    check('c1', { type: 'enrollment', confidence: 99, imageUrl: null }),
  ];
  const { person } = await openUnlocked();
  await person.click(screen.getByRole('button', { name: '@ann' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Verification history' }));
  const rows = () =>
    within(sheet.getByRole('list', { name: 'Verification history' })).queryAllByRole('list', {
      name: 'Thresholds',
    });
  await waitFor(() => expect(rows()).toHaveLength(2));
  expect(rows()[1]).toHaveTextContent('3030: reached5050: reached7070: not reached9090: not reached');
  expect(sheet.getByText('60.0%').parentElement).toHaveTextContent('60.0% Weak');
  expect(sheet.getAllByText('Possible replay')).toHaveLength(2);
  await person.click(sheet.getByRole('radio', { name: 'Not passed' }));
  expect(rows()).toHaveLength(1);
  // Tab was caught at the filter.
  await person.tab();
  expect(sheet.getByRole('button', { name: 'Close' })).toHaveFocus();
  expect(sheet.queryByText('99.9%')).not.toBeInTheDocument();
  await person.click(sheet.getByRole('radio', { name: 'Possible replay' }));
  expect(sheet.getByText('99.9%')).toBeVisible();
});

it('shows what was skipped among the checks, and as not passed (FADM-9, FADM-14)', async () => {
  // The server leaves out zeros at the end of a fraction, so texts do not sort as times.
  checks = [
    check('c2', { timestamp: '2026-05-02T10:00:00.5Z', confidence: 20 }),
    check('c1', { timestamp: '2026-05-01T10:00:00Z', confidence: 96, passed: true }),
  ];
  skips = [
    { id: '3', type: 'verification', reason: 'failed_attempts', timestamp: '2026-05-02T10:00:00.51Z' },
    { id: '2', type: 'verification', reason: 'admin_skip', timestamp: '2026-05-02T10:00:00Z' },
    { id: '1', type: 'enrollment', reason: 'later', timestamp: '2026-04-30T10:00:00Z' },
  ];
  const { person } = await openUnlocked();
  await person.click(screen.getByRole('button', { name: '@ann' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Verification history' }));
  const list = await sheet.findByRole('list', { name: 'Verification history' });
  const rows = () =>
    [...list.children].map(
      (row) => row.textContent?.match(/After three|As an admin|Put off|Passes|No match/)?.[0],
    );
  expect(rows()).toEqual(['After three', 'No match', 'As an admin', 'Passes', 'Put off']);
  expect(sheet.getByText('Enrolment skipped')).toBeVisible();
  expect(sheet.getByText('Skips').parentElement).toHaveTextContent('Skips12');
  await person.click(sheet.getByRole('radio', { name: 'Not passed' }));
  expect(rows()).toEqual(['After three', 'No match', 'As an admin']);
  await person.click(sheet.getByRole('radio', { name: 'Passed' }));
  expect(rows()).toEqual(['Passes']);
  await person.click(sheet.getByRole('radio', { name: 'Possible replay' }));
  expect(sheet.getByText('No check fits the filter.')).toBeVisible();
});

it('says that the history did not come (FADM-16)', async () => {
  const { person } = await openUnlocked();
  server.use(http.get('/api/admin/face/user/:id/verifications', () => fail(400, '')));
  await person.click(screen.getByRole('button', { name: '@ann' }));
  expect(await screen.findByText('Failed to load verification history')).toBeVisible();
});
