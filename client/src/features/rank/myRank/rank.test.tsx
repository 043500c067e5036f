// MY RANK through the real routes, over a played server.
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { openAt, signIn, tidy } from '@/app/app.fixture';
import { fail, ok, profile, server } from '@/net/server.fixture';
import { useSession } from '@/stores/session/session';
import { asksBeforeItCloses } from '@/ui/unsaved.fixture';
import type { ChangeProfile, OwnProfile, PublicProfile } from '@/wire/bodies.gen';

let own: OwnProfile;
let sent: ChangeProfile[];
let answer: (change: ChangeProfile) => Promise<Response> | Response;

const points = {
  rank: 'Sergeant',
  points: 612,
  nextRank: 'Captain',
  pointsToNextRank: 188,
  progressToNextRank: 37.3,
  totalPointsEarned: 700,
  streakCount: 3,
  highestStreak: 9,
  serverTime: '2026-05-04T10:00:00Z',
  recentTransactions: [],
};
const ladder = [
  { rank: 'Recruit', from: 0, reached: 'points' },
  { rank: 'Corporal', from: null, reached: 'honorary' },
  { rank: 'Sergeant', from: 500, reached: 'points' },
  { rank: 'General', from: 10_000, reached: 'points' },
  { rank: 'Guardian', from: null, reached: 'invitation' },
];

const publicOf = (p: OwnProfile): PublicProfile => ({
  ...p,
  username: p.username ?? '',
  badge_tags: [],
  rank: null,
  recentMessageCount: 7,
  is_recent_contributor: false,
  is_creator: false,
});

/** The server's own merge of tags. */
function store(change: ChangeProfile): OwnProfile {
  const { skills_tags: tags, skills_tags_base: base, ...rest } = change;
  const texts = (list: unknown) => (list ?? []) as string[];
  if (tags) {
    const kept = own.skills_tags.filter(
      ({ text }) => !texts(base).includes(text) || texts(tags).includes(text),
    );
    const added = texts(tags).filter((text) => !texts(base).includes(text));
    own = { ...own, skills_tags: [...kept, ...added.map((text) => ({ text, color: 'gold' }))] };
  }
  own = { ...own, ...rest };
  return own;
}

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
beforeEach(() => {
  own = { ...profile, skills_tags: [{ text: 'Maps', color: 'cyan' }] };
  sent = [];
  answer = (change) => ok({ profile: store(change) });
  server.use(
    http.get('/api/profile/me', () => ok({ profile: own })),
    http.patch('/api/profile/me', async ({ request }) => {
      const change = (await request.json()) as ChangeProfile;
      sent.push(change);
      return answer(change);
    }),
    http.get('/api/points/status', () => ok(points)),
    http.get('/api/points/ladder', () => ok({ ladder })),
    http.get('/api/points/explain', () =>
      ok({
        streak: [
          { day: '2026-05-04', kind: 'miss', streak: 1, points: 0 },
          { day: '2026-05-03', kind: 'restart', streak: 1, points: 50 },
          { day: '2026-05-02', kind: 'miss', streak: 0, points: 0 },
        ],
      }),
    ),
    http.get('/api/profile/public/:name', () => ok({ profile: publicOf(own) })),
    http.get('/api/profile/username-change-eligibility', () =>
      ok({ canChange: true, nextAvailableDate: null, daysRemaining: 0, lockDays: 365 }),
    ),
  );
  signIn();
});
afterEach(() => {
  tidy();
  vi.restoreAllMocks();
});
afterAll(() => server.close());

async function show() {
  const app = openAt('/my-rank');
  await screen.findByRole('heading', { name: 'MY RANK' });
  await screen.findByRole('heading', { name: 'Public profile' });
  return app;
}
const click = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));
const tags = () =>
  within(screen.getByRole('region', { name: 'Skills and occupation' }))
    .queryAllByRole('button', { name: /^Remove / })
    .map((button) => button.getAttribute('aria-label')?.slice('Remove '.length));

it('shows the rank, the way to the next, the ladder and why the streak is what it is (RANK-4)', async () => {
  await show();
  const card = screen.getByRole('region', { name: 'Your rank' });
  expect(await within(card).findByRole('progressbar')).toHaveAttribute('aria-valuenow', '37');
  expect(within(card).getByText('188').closest('p')).toHaveTextContent('188 points to Captain');
  const shown = [...screen.getByRole('region', { name: 'Statistics' }).querySelectorAll('dl > div')];
  expect(shown.map((one) => one.textContent).slice(0, 5)).toEqual([
    'Total points earned700',
    'Day streak3',
    'Highest streak9',
    'Profile views0',
    'Contributed$0.00',
  ]);
  expect(screen.getByRole('link', { name: 'Back to dashboard' })).toHaveAttribute('href', '/dashboard');
  for (const name of ['Change picture', 'Change username', 'Add'])
    expect(screen.getByRole('button', { name })).toBeVisible();
  for (const name of ['Public bio', 'Add a tag of your own'])
    expect(screen.getByRole('textbox', { name })).toBeEnabled();
  expect(screen.getByRole('checkbox', { name: 'Show my rank to other members' })).toBeEnabled();
  const preview = within(screen.getByRole('region', { name: 'Public profile preview' }));
  expect(await preview.findByText('Maps')).toBeVisible();
  await click('Ranks');
  const ranks = await screen.findByRole('dialog', { name: 'Ranks' });
  for (const words of ['By invitation only', '10,000 points and above', '500 to 9,999 points', 'You'])
    expect(within(ranks).getByText(words)).toBeVisible();
  expect(within(ranks).getByText('Honorary: given, not earned by points')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await click('Why is my streak 3?');
  expect(await screen.findByText(/a new streak began/)).toHaveTextContent('+50');
  const days = within(screen.getByRole('list', { name: 'Days, newest first' })).getAllByRole('listitem');
  expect(days[0]).toHaveTextContent('Missed, the streak goes on');
  expect(days[2]).toHaveTextContent('Missed, the streak ended');
  expect(within(days[1] as HTMLElement).getByText('1 day')).toBeInTheDocument();
});

it.each([
  [{ rank: 'General', nextRank: null, pointsToNextRank: null, progressToNextRank: 100 }, true],
  [{ rank: 'Guardian', nextRank: null, pointsToNextRank: null, progressToNextRank: null }, false],
])('shows the end of the ladder: %o (RANK-5)', async (status, most) => {
  server.use(http.get('/api/points/status', () => ok({ ...points, points: 12_345, ...status })));
  await show();
  expect(
    await within(screen.getByRole('region', { name: 'Your rank' })).findByText('12,345'),
  ).toBeInTheDocument();
  expect(
    await within(screen.getByRole('region', { name: 'Your rank' })).findByText(status.rank, {
      selector: 'p',
    }),
  ).toBeVisible();
  expect(screen.queryByText('MAX RANK ACHIEVED') !== null).toBe(most);
  expect(screen.queryByRole('progressbar') !== null).toBe(most);
});

it('says that nothing could be loaded, and tries again (RANK-14)', async () => {
  server.use(http.get('/api/profile/me', () => fail(500, 'Something went wrong')));
  openAt('/my-rank');
  expect(await screen.findByText('Failed to load profile data')).toBeVisible();
  server.use(http.get('/api/profile/me', () => ok({ profile: own })));
  await click('RETRY');
  expect(await screen.findByRole('heading', { name: 'Public profile' })).toBeVisible();
});

it('sends each change of tags with what it began from, and undoes a failed one alone (RANK-11, RANK-12)', async () => {
  const waiting: (() => void)[] = [];
  const plain = answer;
  answer = async (change) => {
    await new Promise<void>((resolve) => waiting.push(resolve));
    return sent.length === 2 ? fail(500, 'no') : plain(change);
  };
  await show();
  await click('Acting');
  await userEvent.type(screen.getByLabelText('Add a tag of your own'), '  deep  sea {Enter}');
  await click('Remove Maps');
  // All is shown at once; one call is under way.
  expect(tags()).toEqual(['Acting', 'deep sea']);
  expect(sent).toEqual([{ skills_tags: ['Maps', 'Acting'], skills_tags_base: ['Maps'] }]);
  // Meanwhile another screen has added one.
  own = { ...own, skills_tags: [...own.skills_tags, { text: 'Radio', color: 'red' }] };
  for (let call = 1; call <= 3; call++) {
    await waitFor(() => expect(waiting).toHaveLength(call));
    await act(async () => waiting[call - 1]?.());
  }
  await waitFor(() => expect(tags()).toEqual(['Radio', 'Acting']));
  expect(sent[2]).toEqual({
    skills_tags: ['Radio', 'Acting'],
    skills_tags_base: ['Maps', 'Radio', 'Acting'],
  });
  // A tag that could not be saved vanished without a word.
  expect(await screen.findByText('The tag “deep sea” could not be saved')).toBeVisible();
  expect(screen.getByLabelText('Add a tag of your own')).toHaveValue('  deep  sea ');
  expect(screen.queryByText('no')).toBeNull();
});

it('takes no eleventh tag and none twice (RANK-11)', async () => {
  own = { ...own, skills_tags: [...'abcdefghi'].map((text) => ({ text, color: 'gold' })) };
  await show();
  await userEvent.type(screen.getByLabelText('Add a tag of your own'), 'A{Enter}');
  expect(screen.getByText('This tag is already there')).toBeVisible();
  await click('Acting');
  await click('Baking');
  expect(screen.getByText('Maximum 10 tags allowed')).toBeVisible();
  expect(tags()).toHaveLength(10);
});

it('asks before the rank is public, and not before it is private (RANK-13, RANK-16)', async () => {
  await show();
  const box = () => screen.getByRole('checkbox', { name: 'Show my rank to other members' });
  expect(box()).not.toBeChecked();
  await userEvent.click(box());
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
  expect(sent).toEqual([]);
  await userEvent.click(box());
  answer = () => fail(500, 'Something went wrong');
  await userEvent.click(await screen.findByRole('button', { name: 'Show my rank' }));
  expect(await screen.findByText('Failed to update rank visibility')).toBeVisible();
  answer = (change) => ok({ profile: store(change) });
  await click('Show my rank');
  await waitFor(() => expect(box()).toBeChecked());
  const preview = screen.getByRole('region', { name: 'Public profile preview' });
  expect(within(preview).getByText('Sergeant')).toBeVisible();
  await userEvent.click(box());
  await waitFor(() => expect(box()).not.toBeChecked());
  expect(within(preview).queryByText('Sergeant')).toBeNull();
  expect(sent.map((change) => change.show_rank_public)).toEqual([true, true, false]);
});

it('saves the bio by its button, counts it, and says when that failed (RANK-9, RANK-14)', async () => {
  let reply = () => fail(500, 'Something went wrong');
  server.use(http.patch('/api/profile/bio', () => reply()));
  await show();
  const field = screen.getByRole('textbox', { name: 'Public bio' });
  fireEvent.change(field, { target: { value: '🎖'.repeat(451) } });
  expect(screen.getByText('451 / 500').className).toMatch(/red/);
  fireEvent.change(field, { target: { value: 'x'.repeat(501) } });
  expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled();
  fireEvent.change(field, { target: { value: '🎖'.repeat(450) } });
  expect(screen.getByText('450 / 500').className).not.toMatch(/red/);
  await click('Save');
  expect(await screen.findByText('Failed to save bio')).toBeVisible();
  reply = () => ok({ profile: { ...own, public_bio: 'At sea.' } }) as HttpResponse<never>;
  await click('Save');
  await waitFor(() => expect(field).toHaveValue('At sea.'));
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
});

it('keeps what is written while the bio is being saved (RANK-9)', async () => {
  let saved = () => {};
  server.use(
    http.patch('/api/profile/bio', async () => {
      await new Promise<void>((resolve) => (saved = resolve));
      return ok({ profile: { ...own, public_bio: 'At sea.' } });
    }),
  );
  await show();
  const field = screen.getByRole('textbox', { name: 'Public bio' });
  fireEvent.change(field, { target: { value: 'At sea.' } });
  await click('Save');
  fireEvent.change(field, { target: { value: 'At sea. Back in May.' } });
  saved();
  await screen.findByText('Bio saved');
  expect(field).toHaveValue('At sea. Back in May.');
  expect(screen.getByRole('button', { name: 'Save' })).toBeEnabled();
});

it('keeps a tag that is being typed when the page is left, until it is added', async () => {
  const field = () => screen.getByLabelText('Add a tag of your own');
  const app = await show();
  await userEvent.type(field(), 'Night watch');
  app.unmount();
  await show();
  expect(field()).toHaveValue('Night watch');
  await userEvent.type(field(), '{Enter}');
  expect(field()).toHaveValue('');
  expect(sessionStorage.getItem('tag_draft')).toBeNull();
});

// Nobody was there to have it back, and it was lost.
it('keeps a tag that was not stored when the page has been left meanwhile', async () => {
  let refuse = () => {};
  answer = () => new Promise((done) => (refuse = () => done(fail(500, ''))));
  const field = () => screen.getByLabelText('Add a tag of your own');
  const app = await show();
  await userEvent.type(field(), 'Night watch{Enter}');
  await waitFor(() => expect(sent).toHaveLength(1));
  app.unmount();
  refuse();
  await waitFor(() => expect(sessionStorage.getItem('tag_draft')).toBe('Night watch'));
  await show();
  expect(field()).toHaveValue('Night watch');
});

// The back button, or a link, threw it away.
it('keeps what is written of the bio when the page is left', async () => {
  const app = await show();
  fireEvent.change(screen.getByRole('textbox', { name: 'Public bio' }), { target: { value: 'Half a se' } });
  app.unmount();
  await show();
  const field = screen.getByRole('textbox', { name: 'Public bio' });
  expect(field).toHaveValue('Half a se');
  await click('Cancel');
  expect(field).toHaveValue(own.public_bio);
});

// "Failed to change username" stood in a form that was locked for a year by then.
// The rest of the app went on under the old name.
it('takes the username for changed when only the answer was lost', async () => {
  server.use(
    http.get('/api/chat/user-status', () => ok({ hasUsername: true, username: own.username })),
    http.get('/api/chat/check-username/:name', () => ok({ available: true, reason: '' })),
    http.post('/api/profile/change-username', () => {
      own = { ...own, username: 'night_owl' };
      return HttpResponse.error();
    }),
  );
  await show();
  await click('Change username');
  fireEvent.change(await screen.findByRole('textbox', { name: 'New username' }), {
    target: { value: 'night_owl' },
  });
  const submit = screen.getByRole('button', { name: 'Change Username' });
  await waitFor(() => expect(submit).toBeEnabled());
  await userEvent.click(submit);
  expect(await screen.findByText('Username changed successfully to: @night_owl')).toBeVisible();
  expect(screen.queryByText('Failed to change username')).toBeNull();
  expect(useSession.getState().user?.username).toBe('night_owl');
});

it('changes the username in words of its own (RANK-14)', async () => {
  let reply = () => fail(500, 'Something went wrong');
  server.use(
    http.get('/api/chat/check-username/:name', () => ok({ available: true, reason: '' })),
    http.post('/api/profile/change-username', () => reply()),
  );
  await show();
  await click('Change username');
  const field = await screen.findByRole('textbox', { name: 'New username' });
  fireEvent.change(field, { target: { value: 'ab' } });
  expect(screen.getByText('Username must be between 3 and 20 characters')).toBeVisible();
  fireEvent.change(field, { target: { value: 'Night Owl' } });
  expect(
    screen.getByText('Username can only contain lowercase letters, numbers, and underscore'),
  ).toBeVisible();
  fireEvent.change(field, { target: { value: ' Night_Owl ' } });
  asksBeforeItCloses();
  const submit = screen.getByRole('button', { name: 'Change Username' });
  await waitFor(() => expect(submit).toBeEnabled());
  await userEvent.click(submit);
  expect(await screen.findByText('Failed to change username')).toBeVisible();
  reply = () => fail(409, 'Username is already taken', 'username_taken');
  await userEvent.click(submit);
  expect(await screen.findByText('Username is already taken')).toBeVisible();
  own = { ...own, username: 'night_owl' };
  reply = () => ok({ username: 'night_owl' }) as HttpResponse<never>;
  await userEvent.click(submit);
  expect(await screen.findByText('Username changed successfully to: @night_owl')).toBeVisible();
  await waitFor(() => expect(screen.getAllByText('@night_owl').length).toBeGreaterThan(1));
});
