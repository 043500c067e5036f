// The greeting of a new member on the dashboard.
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { openAt, signIn, tidy } from '@/app/app.fixture';
import { ok, profile, server } from '@/net/server.fixture';
import { markDone } from '@/stores/chat/firstSteps';

let now: typeof profile;
let highestStreak: number;
const dayMs = 24 * 60 * 60_000;
const joined = (days: number) => new Date(Date.now() - days * dayMs).toISOString();

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
beforeEach(() => {
  now = { ...profile, username: null, member_since: joined(1) };
  highestStreak = 0;
  server.use(
    http.get('/api/profile/me', () => ok({ profile: now })),
    http.get('/api/points/status', () =>
      ok({
        points: 0,
        streakCount: 0,
        highestStreak,
        nextCheckInPoints: 50,
        canCheckIn: true,
        alreadyCheckedInToday: false,
      }),
    ),
  );
  signIn();
});
afterEach(tidy);
afterAll(() => server.close());

const greeting = () => screen.queryByRole('region', { name: 'Welcome, Ada Reyes' });
const steps = () => within(greeting() as HTMLElement).getAllByRole('listitem');

async function openDashboard() {
  openAt('/dashboard');
  await screen.findByRole('heading', { name: 'Dashboard' });
  await screen.findByText('+50 points today');
}

it('greets with the name and what is still to do', async () => {
  openAt('/dashboard');
  await waitFor(() => expect(greeting()).toBeVisible());
  expect(steps().map((step) => step.textContent)).toEqual([
    expect.stringContaining('Choose a username'),
    expect.stringContaining('Enter your first room'),
    expect.stringContaining('Check in for the first time'),
  ]);
  expect(screen.getByRole('link', { name: /^Enter your first room/ })).toHaveAttribute('href', '/chat');
});

it('takes a username and goes on with the rest', async () => {
  server.use(
    http.get('/api/profile/username-change-eligibility', () => ok({ canChange: true })),
    http.get('/api/chat/check-username/:name', () => ok({ available: true })),
    http.post('/api/chat/set-username', () => {
      now = { ...now, username: 'ada' };
      return ok({ username: 'ada' });
    }),
  );
  openAt('/dashboard');
  await userEvent.click(await screen.findByRole('button', { name: /^Choose a username/ }));
  const dialog = await screen.findByRole('dialog', { name: 'Set Username' });
  await userEvent.type(within(dialog).getByRole('textbox'), 'ada');
  await within(dialog).findByText('@ada is available');
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(steps()[0]).toHaveTextContent('Choose a username Done'));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('goes once all steps are done', async () => {
  now = { ...now, username: 'ada' };
  markDone('roomEntered');
  highestStreak = 1;
  await openDashboard();
  expect(greeting()).toBeNull();
});

it('stays for the check-in alone', async () => {
  now = { ...now, username: 'ada' };
  markDone('roomEntered');
  openAt('/dashboard');
  await waitFor(() => expect(greeting()).toBeVisible());
  expect(steps()[1]).toHaveTextContent('Done');
  expect(steps()[2]).not.toHaveTextContent('Done');
});

it('is put away, for that member', async () => {
  const app = openAt('/dashboard');
  await userEvent.click(await screen.findByRole('button', { name: 'Dismiss the first steps' }));
  expect(greeting()).toBeNull();
  app.unmount();
  await openDashboard();
  expect(greeting()).toBeNull();
});

it('is not for who joined a week ago', async () => {
  now = { ...now, member_since: joined(7) };
  await openDashboard();
  expect(greeting()).toBeNull();
});
