// The member's own data, from the dashboard's menu, over a played server.
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { openAt, signIn, tidy } from '@/app/app.fixture';
import { config, fail, ok, server, user } from '@/net/server.fixture';
import { waitingFace } from '@/stores/face/pendingFace';
import { openSettings } from '@/stores/people/settings';
import type { FaceData } from '@/wire/bodies.gen';

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterEach(tidy);
afterAll(() => server.close());

let state: object;
let eraseAt: string | null;
let calls: string[];
const noFace: FaceData = {
  success: true,
  enrolled: false,
  required: false,
  engine: '',
  enrolledAt: null,
  consent: null,
  consentedAt: null,
  pictures: 0,
  picturesDays: 30,
  nextDeletion: null,
  enrolmentDays: 365,
  checks: 0,
  lastCheck: null,
  skips: 0,
  views: [],
};
let face = noFace;

async function openSheet() {
  calls = [];
  server.use(
    http.get('/api/profile/export', () => ok(state)),
    http.post('/api/profile/export', () => {
      calls.push('export');
      state = { state: 'running', url: null, expiresAt: null };
      return ok({ job: 'j', state: 'running' });
    }),
    http.get('/api/face/enrollment', () => ok(face)),
    http.delete('/api/face/enrollment', () => {
      calls.push('remove face');
      face = noFace;
      return ok({ removed: true });
    }),
    http.get('/api/profile/erase', () => ok({ eraseAt })),
    http.post('/api/profile/erase', async ({ request }) => {
      const { confirm } = (await request.json()) as { confirm: string };
      calls.push(`erase ${confirm}`);
      if (confirm !== user.username) return fail(400, 'Type your username to confirm');
      eraseAt = '2026-05-11T10:00:00Z';
      return ok({ eraseAt });
    }),
    http.delete('/api/profile/erase', () => {
      calls.push('keep');
      eraseAt = null;
      return ok({ eraseAt });
    }),
  );
  signIn();
  const app = openAt('/dashboard');
  await screen.findByRole('heading', { name: 'Dashboard' });
  await act(async () => openSettings('mydata'));
  return {
    path: app.path,
    person: userEvent.setup(),
    sheet: within(await screen.findByRole('dialog', { name: 'My data' })),
  };
}

it('prepares a copy and gives its link (SEC-5)', async () => {
  state = { state: 'none', url: null, expiresAt: null };
  eraseAt = null;
  const { person, sheet } = await openSheet();
  await person.click(await sheet.findByRole('button', { name: 'Prepare a copy' }));
  expect(await sheet.findByText(/is being prepared/)).toBeVisible();
  state = { state: 'ready', url: '/media/e/export?until=1&sig=x', expiresAt: '2026-05-05T10:00:00Z' };
  const link = await sheet.findByRole('link', { name: 'Download my data' });
  expect(link).toHaveAttribute('href', '/media/e/export?until=1&sig=x');
});

it('asks twice before it erases, and can take it back (SEC-5)', async () => {
  state = { state: 'expired', url: null, expiresAt: null };
  eraseAt = null;
  const { person, sheet } = await openSheet();
  await person.click(await sheet.findByRole('button', { name: 'Erase my data' }));
  const first = within(await screen.findByRole('dialog', { name: 'Erase your data?' }));
  await person.click(first.getByRole('button', { name: 'Continue' }));
  const second = within(await screen.findByRole('dialog', { name: 'Are you sure?' }));
  expect(calls).toEqual([]);
  const confirm = second.getByRole('button', { name: 'Erase me in seven days' });
  expect(confirm).toBeDisabled();
  await person.type(second.getByRole('textbox', { name: 'Your username' }), 'nobody');
  await person.click(confirm);
  expect(await second.findByText('Type your username to confirm')).toBeVisible();
  await person.clear(second.getByRole('textbox'));
  await person.type(second.getByRole('textbox'), `${user.username}{Enter}`);
  await person.click(await screen.findByRole('button', { name: 'Keep my account' }));
  expect(await screen.findByRole('button', { name: 'Erase my data' })).toBeVisible();
  expect(calls).toEqual(['erase nobody', `erase ${user.username}`, 'keep']);
});

// The dialog said that it had failed, and behind it nothing said that the member would be erased.
it('shows that the member will be erased when the answer was lost', async () => {
  state = { state: 'none', url: null, expiresAt: null };
  eraseAt = null;
  const { person, sheet } = await openSheet();
  server.use(
    http.post('/api/profile/erase', () => {
      eraseAt = '2026-05-11T10:00:00Z';
      return HttpResponse.error();
    }),
  );
  await person.click(await sheet.findByRole('button', { name: 'Erase my data' }));
  await person.click(await screen.findByRole('button', { name: 'Continue' }));
  await person.type(await screen.findByRole('textbox', { name: 'Your username' }), `${user.username}{Enter}`);
  expect(await screen.findByRole('button', { name: 'Keep my account' })).toBeVisible();
  expect(screen.queryByRole('dialog', { name: 'Are you sure?' })).toBeNull();
});

it('says what is kept of a face, until when, and who looked; and removes it (FACE-30)', async () => {
  face = {
    ...noFace,
    enrolled: true,
    required: true,
    engine: 'embedded',
    enrolledAt: '2026-05-01T10:00:00Z',
    consentedAt: '2026-05-01T09:59:00Z',
    consent: { engine: 'embedded', picturesDays: 30, enrolmentDays: 365 },
    pictures: 3,
    nextDeletion: '2026-06-01T10:00:00Z',
    checks: 2,
    lastCheck: '2026-05-02T10:00:00Z',
    views: [{ at: '2026-05-03T10:00:00Z', by: 'chief', what: 'history' }],
  };
  const { person, sheet } = await openSheet();
  for (const words of [
    'May 1, 2026, 10:00',
    'May 1, 2026, 09:59: compared by this server itself; pictures of checks kept for 30 days, the first one until you remove it, at most 365 days after your last sign-in',
    '3; those of checks for 30 days',
    'You remove it, at most 365 days after your last sign-in',
    '2, the last on May 2, 2026, 10:00',
    'Your sign-in asks for it.',
  ])
    expect(await sheet.findByText(words)).toBeVisible();
  await person.click(sheet.getByText('Administrators looked 1 time'));
  expect(sheet.getByText(/@chief, the history of your checks/)).toBeVisible();
  expect(sheet.queryByRole('button', { name: 'Add a face' })).not.toBeInTheDocument();

  await person.click(sheet.getByRole('button', { name: 'Remove my face data' }));
  const question = within(await screen.findByRole('dialog', { name: 'Remove your face data?' }));
  expect(calls).toEqual([]);
  await person.click(question.getByRole('button', { name: 'Remove my face data' }));
  expect(await sheet.findByText('Nothing of your face is kept.')).toBeVisible();
  expect(calls).toEqual(['remove face']);
});

it('adds a face from a session, with a step of its own (FACE-34)', async () => {
  face = noFace;
  server.use(
    http.get('/api/config', () => ok({ ...config, faceEngine: 'embedded' })),
    http.post('/api/face/start', () =>
      ok({ tempToken: 't', step: 'enrollment', previouslySkipped: false, userId: user.id, isAdmin: false }),
    ),
  );
  const { person, sheet, path } = await openSheet();
  await person.click(await sheet.findByRole('button', { name: 'Add a face' }));
  expect(await screen.findByRole('heading', { name: 'Add your face' })).toBeVisible();
  expect(path()).toBe('/face-recognition');
  expect(waitingFace()).toMatchObject({ step: 'enrollment', tempToken: 't', signedIn: true });
  // Nobody needs to skip what nobody asked for.
  await person.click(screen.getByRole('link', { name: 'Back to dashboard' }));
  expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeVisible();
  expect(waitingFace()).toBeNull();
});

it('offers no face where the checks are off (FACE-31)', async () => {
  face = noFace;
  const { sheet } = await openSheet();
  expect(await sheet.findByText('Face checks are switched off in this community.')).toBeVisible();
  expect(sheet.queryByRole('button', { name: 'Add a face' })).not.toBeInTheDocument();
});
