// A member's first steps through the real routes.
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { openAt, signIn, tidy } from '@/app/app.fixture';
import { fail, ok, server } from '@/net/server.fixture';
import { listed } from '@/stores/chat/rooms.fixture';

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterEach(tidy);
afterAll(() => server.close());

let due = true;
let named = false;
let welcomed = 0;

beforeEach(() => {
  due = true;
  named = false;
  welcomed = 0;
  const day = { success: true, currentStreak: 0, points: 0, transactions: [], nextCheckInPoints: 10 };
  server.use(
    http.get('/api/chat/user-status', () =>
      ok({
        hasUsername: named,
        username: named ? 'ada_reyes' : null,
        isAdmin: false,
        isBanned: false,
        welcomeDue: due,
        setupDue: false,
        notices: [],
      }),
    ),
    http.post('/api/profile/welcomed', () => {
      welcomed++;
      due = false;
      return ok();
    }),
    http.get('/api/profile/username-change-eligibility', () => ok({ canChange: true, lockDays: 30 })),
    http.get('/api/chat/check-username/:name', () => ok({ available: true })),
    http.post('/api/chat/set-username', () => {
      named = true;
      return ok({ username: 'ada_reyes' });
    }),
    http.get('/api/chat/rooms', () =>
      ok({ rooms: [listed({ display_name: 'General', description: 'Where everybody meets.' })] }),
    ),
    http.get('/api/points/streak', () => ok({ streakCount: 0, highestStreak: 0, canCheckIn: true })),
    http.get('/api/points/status', () => ok({ ...day, canCheckIn: true })),
  );
});

const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
const press = async (name: string) => userEvent.setup().click(await screen.findByRole('button', { name }));

it('leads a new member from the dashboard through four steps into a room, once', async () => {
  signIn();
  const drawn = vi.fn();
  const observer = new MutationObserver(() => {
    if (screen.queryByRole('link', { name: /^GROUP CHAT/i })) drawn();
  });
  observer.observe(document.body, { childList: true, subtree: true });
  const app = openAt('/dashboard');
  await heading('Pick your name');
  observer.disconnect();
  expect(drawn).not.toHaveBeenCalled();
  expect(app.path()).toBe('/welcome');
  expect(screen.getByText('Step 1 of 4')).toBeVisible();
  await userEvent.type(await screen.findByRole('textbox', { name: 'Username' }), 'ada_reyes');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Set Username' })).toBeEnabled());
  await press('Set Username');

  expect(await heading('Show your face')).toHaveFocus();
  await press('Back');
  expect(await screen.findByText('You are @ada_reyes.')).toBeVisible();
  await press('Continue');
  await press('Not now');
  await userEvent.click(await screen.findByRole('radio', { name: /General/ }));
  await press('Continue');
  await heading('Check in for the first time');
  expect(screen.getByRole('button', { name: /CHECK IN NOW/ })).toBeVisible();
  await press('Go to General');
  await waitFor(() => expect(app.path()).toBe('/chat/general'));
  expect(welcomed).toBe(1);
});

it('does not lead back who went on before the answer about the name came', async () => {
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  server.use(
    http.post('/api/chat/set-username', async () => {
      await answered;
      named = true;
      return ok({ username: 'ada_reyes' });
    }),
  );
  signIn();
  openAt('/welcome');
  await userEvent.type(await screen.findByRole('textbox', { name: 'Username' }), 'ada_reyes');
  const set = screen.getByRole('button', { name: 'Set Username' });
  await waitFor(() => expect(set).toBeEnabled());
  await press('Set Username');
  await press('Not now');
  await heading('Show your face');
  await press('Not now');
  await heading('Choose a room to begin with');
  answer();
  await waitFor(() => expect(named).toBe(true));
  await press('Back');
  await heading('Show your face');
  await press('Back');
  expect(await screen.findByText('You are @ada_reyes.')).toBeVisible();
});

it('can be left at once, also while the server does not answer, and does not come back', async () => {
  server.use(http.post('/api/profile/welcomed', () => fail(503, 'Try again later', 'unavailable')));
  signIn();
  const app = openAt('/dashboard');
  await heading('Pick your name');
  await press('Skip all');
  await heading('Dashboard');
  expect(await screen.findByText(/you may see these steps again/)).toBeVisible();
  expect(app.path()).toBe('/dashboard');
});

it('keeps the name that is being typed when the page is left, until it is set', async () => {
  signIn();
  const app = openAt('/welcome');
  await userEvent.type(await screen.findByRole('textbox', { name: 'Username' }), 'ada_reyes');
  app.unmount();
  openAt('/welcome');
  expect(await screen.findByRole('textbox', { name: 'Username' })).toHaveValue('ada_reyes');
  expect(sessionStorage.getItem('name_draft')).toContain('ada_reyes');
  const set = screen.getByRole('button', { name: 'Set Username' });
  await waitFor(() => expect(set).toBeEnabled());
  await userEvent.click(set);
  await heading('Show your face');
  expect(sessionStorage.getItem('name_draft')).toBeNull();
});

it('goes on with the step that the address names after a reload', async () => {
  signIn();
  openAt('/welcome?step=room');
  await heading('Choose a room to begin with');
  expect(screen.getByText('Step 3 of 4')).toBeVisible();
});

it('is not shown to who has been through it', async () => {
  due = false;
  signIn();
  const app = openAt('/dashboard');
  await heading('Dashboard');
  await waitFor(() => expect(screen.getByRole('link', { name: /GROUP CHAT/ })).toBeVisible());
  expect(app.path()).toBe('/dashboard');
});
