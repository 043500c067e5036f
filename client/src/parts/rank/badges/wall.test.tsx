// The wall of badges on the profile, and the moment of a new one, through the real routes.
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { openAt, signIn, tidy } from '@/app/app.fixture';
import { fail, ok, server } from '@/net/server.fixture';
import { applyFrame } from '@/stores/frames/applyFrame';
import { openSettings } from '@/stores/people/settings';
import type { EarnedBadge, EarnedBadges } from '@/wire/bodies.gen';

const badge = (id: string, name: string, more: Partial<EarnedBadge> = {}): EarnedBadge => ({
  ...{ id, name, description: `How ${name} came` },
  ...{ earnedAt: '2026-05-03T10:00:00Z', shown: true, seen: true, ...more },
});
const week = badge('streak_7', 'One Week Strong');
const words = badge('first_message', 'First Words');

let mine: Pick<EarnedBadges, 'earned' | 'open' | 'moments'>;
let sent: unknown[];
/** How often the badges were asked for. */
let asked: number;

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
beforeEach(() => {
  sent = [];
  asked = 0;
  mine = { earned: [], open: [], moments: true };
  signIn();
  server.use(
    http.get('/api/profile/badges/earned', () => {
      asked++;
      return ok(mine);
    }),
    http.post('/api/profile/badges/seen', async ({ request }) => {
      const { ids } = (await request.json()) as { ids: string[] };
      sent.push(ids);
      mine.earned = mine.earned.map((one) => (ids.includes(one.id) ? { ...one, seen: true } : one));
      return ok();
    }),
  );
});
afterEach(() => {
  vi.restoreAllMocks();
  tidy();
});
afterAll(() => server.close());

const receiveEarned = () =>
  act(async () =>
    applyFrame({ type: 'badge_earned', userId: 'me', id: 'streak_7', name: 'One Week Strong', position: 1 }),
  );

/** Pages look for new badges once they have settled. */
const settled = { timeout: 4_000 };
/** Until a screen without the wall has looked. */
async function looked() {
  await waitFor(() => expect(asked).toBe(1), settled);
  await act(async () => {}); // what it was answered is drawn
}

it('shows what is earned, with its day, and how far the rest is', async () => {
  mine.earned = [week];
  mine.open = [{ id: 'streak_30', name: 'One Month Strong', description: '30 days', progress: 0.469 }];
  openAt('/profile');
  expect(await screen.findByText('Checked in 7 days in a row')).toBeVisible();
  expect(screen.getByText(/^Earned (May 3, 2026|3 May 2026)$/)).toBeVisible();
  const far = screen.getByRole('progressbar', { name: 'How far you are: One Month Strong' });
  expect(far).toHaveValue(46);
  expect(screen.queryByText('NO BADGES EARNED YET')).toBeNull();
});

it('shows a badge to others and hides it again; a refusal leaves it as it was', async () => {
  mine.earned = [badge('rank_sergeant', 'Sergeant', { shown: false })];
  server.use(
    http.patch('/api/profile/badges/earned/:id', async ({ request, params }) => {
      sent.push([params.id, await request.json()]);
      return sent.length === 2 ? fail(503, 'Please try again') : ok();
    }),
  );
  openAt('/profile');
  const shown = await screen.findByRole('button', { name: 'Show Sergeant to other members' });
  expect(shown).toHaveAttribute('aria-pressed', 'false');
  await userEvent.click(shown);
  await waitFor(() => expect(shown).toBeEnabled());
  expect(shown).toHaveAttribute('aria-pressed', 'true');
  await userEvent.click(shown);
  expect(await screen.findByText('Please try again')).toBeVisible();
  expect(shown).toHaveAttribute('aria-pressed', 'true');
  expect(sent).toEqual([
    ['rank_sergeant', { shown: true }],
    ['rank_sergeant', { shown: false }],
  ]);
});

it('shows a badge once at the moment it is earned, also where another tab was faster', async () => {
  mine.earned = [words];
  openAt('/dashboard');
  await looked();
  expect(screen.queryByText('Badge earned: First Words')).toBeNull();
  mine.earned = [week, words]; // the other tab has said that it was seen
  await receiveEarned();
  const notice = await screen.findByText('Badge earned: One Week Strong', {}, settled);
  expect(notice.parentElement).toHaveTextContent('Checked in 7 days in a row');
  await waitFor(() => expect(sent).toEqual([['streak_7']]));
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  await receiveEarned();
  await waitFor(() => expect(asked).toBe(3));
  await act(async () => {});
  expect(screen.queryByText('Badge earned: One Week Strong')).toBeNull();
  expect(sent).toHaveLength(1);
});

it('shows at the next visit what was earned meanwhile, several in one notice', async () => {
  mine.earned = [
    { ...week, seen: false },
    { ...words, seen: false },
  ];
  const { path } = openAt('/dashboard');
  expect(await screen.findByText('2 badges earned', {}, settled)).toBeVisible();
  const notices = within(screen.getByRole('region', { name: 'Notices' }));
  expect(notices.getByText(/One Week Strong, First Words/)).toBeVisible();
  await waitFor(() => expect(sent).toEqual([['streak_7', 'first_message']]));
  await userEvent.click(notices.getByRole('button', { name: 'See badges' }));
  await waitFor(() => expect(path()).toBe('/profile'));
});

it('shows no moments to whom turned them off', async () => {
  mine.earned = [{ ...week, seen: false }];
  server.use(
    http.get('/api/push/key', () => ok({ publicKey: null })),
    http.get('/api/profile/announcements', () => ok({ settings: { email: true, sms: true } })),
    http.put('/api/profile/badges/moments', async ({ request }) => {
      sent.push(await request.json());
      return ok();
    }),
  );
  mine.moments = false;
  openAt('/profile');
  await waitFor(() => expect(sent).toEqual([['streak_7']]), settled);
  expect(screen.queryByText('Badge earned: One Week Strong')).toBeNull();
  act(() => openSettings('notifications'));
  const moments = await screen.findByRole('checkbox', { name: 'Show me a new badge when I earn it' });
  expect(moments).not.toBeChecked();
  await userEvent.click(moments);
  await waitFor(() => expect(moments).toBeChecked());
  expect(sent[1]).toEqual({ moments: true });
});

it('shows nothing on a hidden page until it is looked at', async () => {
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  mine.earned = [{ ...week, seen: false }];
  openAt('/dashboard');
  await looked();
  expect(screen.queryByText('Badge earned: One Week Strong')).toBeNull();
  expect(sent).toEqual([]);
  visibility.mockReturnValue('visible');
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  expect(await screen.findByText('Badge earned: One Week Strong', {}, settled)).toBeVisible();
});
