// The check-in page through the real routes, over a played server.
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { openAt, signIn, tidy } from '@/app/app.fixture';
import { fail, ok, server } from '@/net/server.fixture';
import { countdown, milestoneOf, weekUpTo } from '@/rules/rank/checkin';
import { howItWorks } from '@/rules/rank/checkinWords';
import type { CheckedIn, PointsStatus, Streak } from '@/wire/bodies.gen';

const now = Date.parse('2026-05-04T10:00:00Z');
const status: PointsStatus = {
  success: true,
  rank: 'Recruit',
  points: 50,
  nextRank: 'Private',
  pointsToNextRank: 50,
  progressToNextRank: 50,
  totalPointsEarned: 50,
  streakCount: 1,
  highestStreak: 4,
  canCheckIn: true,
  alreadyCheckedInToday: false,
  nextCheckInTime: '2026-05-04T10:00:00Z',
  nextCheckInPoints: 53,
  tomorrowPoints: 55,
  today: '2026-05-04',
  streakSafeUntil: '2026-05-04T20:00:00Z',
  streakBonusPercent: 0,
  freezes: 0,
  inactivityWarning: null,
  inactivityPenalty: true,
  checkInCurve: 'compound',
  isGuardian: false,
  serverTime: '2026-05-04T10:00:00Z',
  recentTransactions: [
    { id: '2', action_type: 'inactivity_penalty', points: -1_234, created_at: '2026-05-03T10:00:00Z' },
    { id: '1', action_type: 'check_in', points: 50, created_at: '2026-05-03T09:00:00Z' },
  ],
};
const streak: Streak = {
  success: true,
  streakCount: 1,
  highestStreak: 4,
  canCheckIn: true,
  alreadyCheckedInToday: false,
};
const checkedIn: CheckedIn = {
  success: true,
  points: 53,
  totalPoints: 103,
  streakCount: 2,
  nextCheckIn: '2026-05-05T00:00:00Z',
  nextCheckInTime: '2026-05-05T00:00:00Z',
  rankChanged: true,
  newRank: 'Private',
  alreadyCheckedIn: false,
  freezeUsed: false,
};

let replies: { status: () => Response; streak: () => Response; checkIn: () => Response | Promise<Response> };
let asked: number;

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now });
  asked = 0;
  replies = { status: () => ok(status), streak: () => ok(streak), checkIn: () => ok(checkedIn) };
  server.use(
    http.get('/api/points/status', () => {
      asked += 1;
      return replies.status();
    }),
    http.get('/api/points/streak', () => replies.streak()),
    http.get('/api/points/explain', () =>
      ok({ streak: [{ day: '2026-05-03', kind: 'checkin', streak: 1, points: 50 }] }),
    ),
    http.post('/api/points/check-in', () => replies.checkIn()),
  );
});
afterEach(() => {
  vi.useRealTimers();
  tidy();
});
afterAll(() => server.close());

async function open() {
  signIn();
  openAt('/checkin');
  await screen.findByRole('heading', { name: 'Check-in' });
  return userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
}

/** Moves the clock, which goes on by itself as well, to a time after a moment. */
const pass = (ms: number, since = Date.now()) =>
  act(() => vi.advanceTimersByTimeAsync(Math.max(0, since + ms - Date.now())));

describe('check-in', () => {
  it('leaves the focus on what stands in the place of the button', async () => {
    const person = await open();
    const button = await screen.findByRole('button', { name: /^CHECK IN NOW/ });
    act(() => button.focus());
    await person.keyboard('{Enter}');
    expect(await screen.findByText('CHECKED IN TODAY')).toBeVisible();
    await waitFor(() => expect(screen.getByRole('region', { name: 'Today' })).toHaveFocus());
  });

  it('sends one check-in for two clicks before a timer runs', async () => {
    let sent = 0;
    let release = () => {};
    const gate = new Promise<void>((done) => {
      release = done;
    });
    replies.checkIn = async () => {
      sent += 1;
      await gate;
      return sent === 1 ? ok(checkedIn) : fail(409, 'Already checked in today', 'already_checked_in');
    };
    await open();
    const button = await screen.findByRole('button', { name: /^CHECK IN NOW/ });
    await act(async () => button.click());
    await act(async () => button.click());
    release();
    expect(await screen.findByText('CHECKED IN TODAY')).toBeVisible();
    expect(sent).toBe(1);
    expect(screen.queryByText('Already checked in today')).toBeNull();
  });

  it('shows the streak, what today brings and what came before (CHK-1, CHK-13, CHK-15)', async () => {
    const older = ['a', 'b', 'c', 'd'].map((id) => ({
      ...status.recentTransactions[1],
      id,
      action_type: id,
    }));
    replies.status = () => ok({ ...status, recentTransactions: [...status.recentTransactions, ...older] });
    await open();
    expect(await screen.findByRole('button', { name: 'CHECK IN NOW +53 POINTS' })).toBeEnabled();
    const activity = within(screen.getByRole('region', { name: 'RECENT POINTS ACTIVITY' }));
    expect(await activity.findAllByRole('listitem')).toHaveLength(5);
    expect(screen.getByText('DAY STREAK')).toBeVisible();
    expect(screen.getByText(/^6 days to a streak of/)).toHaveTextContent('6 days to a streak of 7');
    const grid = screen.getByLabelText('Streak information');
    expect(
      within(grid)
        .getAllByRole('definition')
        .map((d) => d.textContent),
    ).toEqual(['1', '4', '0%', '55']);
    expect(screen.getByRole('heading', { name: 'HOW IT WORKS' })).toBeVisible();
    expect(screen.getByRole('heading', { name: 'RECENT POINTS ACTIVITY' })).toBeVisible();
    expect(screen.getByText('inactivity penalty')).toBeVisible();
    expect(screen.getByText('-1,234')).toBeVisible();
    expect(screen.getAllByText('+50')[0]).toBeVisible();
    for (const [action, colour] of [
      ['-1,234', /loss/],
      ['+50', /gain/],
    ] as const)
      expect(screen.getAllByText(action)[0]?.className).toMatch(colour);
    expect(screen.getByText('check in').closest('li')?.querySelector('time')).toHaveAttribute(
      'datetime',
      '2026-05-03T09:00:00Z',
    );
    for (const line of howItWorks(true)) expect(screen.getByText(line)).toBeVisible();
    expect(screen.getByText(/capped at 500 points, reached by day 181 at the latest/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Back to dashboard' })).toHaveAttribute('href', '/dashboard');
    const week = within(screen.getByRole('list', { name: 'The last seven days' })).getAllByRole('listitem');
    expect(week).toHaveLength(7);
    expect(week[5]).toHaveTextContent('checked in');
  });

  // The points that came after the check-in took the new rank with them.
  it('shows the new rank also when the points come after the check-in (CHK-17)', async () => {
    let answer = (_: Response) => {};
    const late = new Promise<Response>((done) => {
      answer = done;
    });
    replies.status = () => late as never;
    const person = await open();
    await person.click(await screen.findByRole('button', { name: /^CHECK IN NOW/ }));
    expect(await screen.findByText('CHECKED IN TODAY')).toBeVisible();
    replies.status = () => ok({ ...status, canCheckIn: false });
    answer(ok(status));
    await pass(2_100);
    expect(screen.getByText('RANK UP! NOW Private')).toBeVisible();
  });

  it('checks in, asks again after 1.5 s and shows the new rank after two (CHK-2, CHK-17)', async () => {
    const person = await open();
    await screen.findByText('check in');
    let answer = () => {};
    replies.checkIn = () => new Promise((resolve) => (answer = () => resolve(ok(checkedIn))));
    await person.click(await screen.findByRole('button', { name: /CHECK IN NOW/ }));
    expect(await screen.findByRole('button', { name: 'CHECKING IN... +53 POINTS' })).toBeVisible();
    const before = asked;
    const answered = Date.now();
    answer();
    expect(await screen.findByText('+53 POINTS', { selector: 'p' })).toBeVisible();
    expect(screen.queryByRole('button', { name: /CHECK IN NOW/ })).toBeNull();
    // Until it is asked again the page knows only the day.
    expect(screen.getByRole('timer')).toHaveTextContent('TOMORROW');
    replies.status = () =>
      ok({
        ...status,
        canCheckIn: false,
        alreadyCheckedInToday: true,
        nextCheckInTime: '2026-05-05T00:00:00Z',
      });
    replies.streak = () => ok({ ...streak, streakCount: 2, canCheckIn: false });
    // The streak is that of the answer, before anything is asked again.
    expect(
      within(screen.getByLabelText('Streak information')).getAllByRole('definition')[0],
    ).toHaveTextContent('2');
    await pass(1_200, answered);
    expect(asked).toBe(before);
    await pass(1_700, answered);
    expect(asked).toBe(before + 1);
    expect(screen.queryByText(/RANK UP/)).toBeNull();
    await pass(2_200, answered);
    expect(screen.getByText('RANK UP! NOW Private')).toBeVisible();
    expect(screen.getByText('CHECKED IN TODAY')).toBeVisible();
    expect(screen.getByText('NEXT CHECK-IN')).toBeVisible();
    expect(screen.getByRole('timer')).toHaveTextContent(/^1[34]:\d\d:\d\d$/);
    await pass(4_200, answered);
    expect(screen.getByText('+53 POINTS')).toBeVisible();
    await pass(5_500, answered);
    expect(screen.queryByText('+53 POINTS')).toBeNull();
    expect(screen.queryByText(/RANK UP/)).toBeNull();
  });

  it('offers the check-in again on the next day, on a page that stayed open (CHK-1)', async () => {
    const person = await open();
    await person.click(await screen.findByRole('button', { name: /CHECK IN NOW/ }));
    await screen.findByText('CHECKED IN TODAY');
    replies.status = () => ok({ ...status, canCheckIn: false, alreadyCheckedInToday: true });
    replies.streak = () => ok({ ...streak, canCheckIn: false, alreadyCheckedInToday: true });
    await pass(5_000);
    expect(screen.getByText('CHECKED IN TODAY')).toBeInTheDocument();
    // The night.
    replies.status = () => ok({ ...status, today: '2026-05-05', serverTime: '2026-05-05T10:00:00Z' });
    replies.streak = () => ok(streak);
    await act(async () => {
      window.dispatchEvent(new Event('visibilitychange'));
      await vi.advanceTimersByTimeAsync(1_000);
    });
    expect(await screen.findByRole('button', { name: /CHECK IN NOW/ })).toBeInTheDocument();
    expect(screen.queryByText('CHECKED IN TODAY')).toBeNull();
  });

  it('counts down by the clock of the server (CHK-2, CHK-3)', async () => {
    const done = { canCheckIn: false, alreadyCheckedInToday: true };
    replies.streak = () => ok({ ...streak, ...done });
    // This clock is nine hours behind.
    const serverTime = '2026-05-04T19:00:00Z';
    replies.status = () => ok({ ...status, ...done, serverTime, nextCheckInTime: '2026-05-04T19:00:03Z' });
    await open();
    await vi.waitFor(() => expect(screen.getByRole('timer')).toHaveTextContent(/^00:00:0[123]$/));
    await pass(3_100);
    expect(screen.getByRole('timer')).toHaveTextContent('CHECK-IN AVAILABLE');
  });

  it('says that the status is on its way, and until when the streak is safe (CHK-2, CHK-10)', async () => {
    let answer = () => {};
    const later = new Promise<Response>((resolve) => (answer = () => resolve(ok({ ...status, freezes: 1 }))));
    server.use(
      http.get('/api/points/status', () => later),
      http.get('/api/points/streak', () => ok({ ...streak, canCheckIn: false })),
    );
    await open();
    expect(await screen.findByText('Loading check-in status...')).toBeVisible();
    answer();
    const safe = await screen.findByText(/^Your streak is safe until .*, with the freeze you have earned\.$/);
    expect(safe.querySelector('time')).toHaveAttribute('datetime', '2026-05-04T20:00:00Z');
  });

  it('says when today had its check-in, and when it failed (CHK-5, CHK-17)', async () => {
    const person = await open();
    replies.checkIn = () =>
      HttpResponse.json(
        { success: false, message: 'x', error: 'x', code: 'already_checked_in' },
        { status: 409 },
      );
    await person.click(await screen.findByRole('button', { name: /CHECK IN NOW/ }));
    expect(await screen.findByText('Already checked in today')).toBeVisible();
    for (const reply of [() => HttpResponse.error(), () => fail(503, 'The database is away')]) {
      replies.checkIn = reply;
      await person.click(await screen.findByRole('button', { name: /CHECK IN NOW/ }));
      expect(await screen.findByText('Check-in failed. Please try again.')).toBeVisible();
    }
    replies.checkIn = () => HttpResponse.json({ success: false, alreadyCheckedIn: true }, { status: 400 });
    await person.click(await screen.findByRole('button', { name: /CHECK IN NOW/ }));
    expect(await screen.findByText('Already checked in today')).toBeVisible();
  });

  // "Check-in failed. Please try again." stood under CHECKED IN TODAY, and the focus was nowhere.
  it('says no more that it failed when only its answer was lost', async () => {
    const person = await open();
    const done = { canCheckIn: false, alreadyCheckedInToday: true };
    replies.checkIn = () => {
      replies.status = () => ok({ ...status, ...done });
      replies.streak = () => ok({ ...streak, ...done });
      return HttpResponse.error();
    };
    await person.click(await screen.findByRole('button', { name: /CHECK IN NOW/ }));
    expect(await screen.findByText('CHECKED IN TODAY')).toBeVisible();
    expect(screen.queryByText('Check-in failed. Please try again.')).toBeNull();
    expect(screen.getByRole('region', { name: 'Today' })).toHaveFocus();
  });

  it('offers the first day when the streak cannot be asked for (CHK-12)', async () => {
    replies.streak = () => fail(404, 'gone');
    await open();
    expect(await screen.findByRole('button', { name: 'CHECK IN NOW +50 POINTS' })).toBeEnabled();
  });

  it('warns of points that will be taken (CHK-18)', async () => {
    const warning = { daysMissed: 5, pointsAtRisk: 1_200, at: '2026-05-06T00:00:00Z' };
    replies.status = () => ok({ ...status, inactivityWarning: warning });
    await open();
    expect(await screen.findByText(/You missed 5 days in a row. 1,200 points/)).toBeVisible();
  });
});

it.each([
  [0, '00:00:00'],
  [59, '00:00:59'],
  [3_661, '01:01:01'],
  [90_000, '25:00:00'],
  [-5, '00:00:00'],
])('writes %d seconds as %s (CHK-3)', (seconds, text) => {
  expect(countdown(seconds)).toBe(text);
});

it.each([
  [1, 0, 7],
  [7, 7, 14],
  [32, 30, 50],
  [999, 730, 1_000],
  [1_000, 1_000, 2_000],
  [2_500, 2_000, 3_000],
])('a streak of %d stands between %d and %d', (days, from, to) => {
  expect(milestoneOf(days)).toEqual({ from, to });
});

it('has the seven days over the end of a month', () => {
  expect(weekUpTo('2028-03-02')[0]).toBe('2028-02-25');
  expect(weekUpTo('2028-03-02')).toContain('2028-02-29');
});
