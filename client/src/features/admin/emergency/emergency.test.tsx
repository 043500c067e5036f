// The emergency inbox through the real route, over a played server.
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { openAt, signIn, tidy } from '@/app/app.fixture';
import { fail, ok, server } from '@/net/server.fixture';
import { asksBeforeItCloses } from '@/ui/unsaved.fixture';
import type { EmergencyMessage } from '@/wire/bodies.gen';

const message = (id: string, change: Partial<EmergencyMessage> = {}): EmergencyMessage => ({
  id,
  userId: 'u1',
  username: 'ann',
  message: 'There is a threat at the gate',
  priority: 'critical',
  claimedPriority: 'normal',
  sentAt: '2026-05-04T10:00:00Z',
  handedOverAt: '2026-05-04T10:00:05Z',
  acknowledgedAt: null,
  isResolved: false,
  resolvedAt: null,
  note: '',
  ...change,
});

let asked: string[];
let done: string[];
let inbox: EmergencyMessage[];

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
beforeEach(() => {
  asked = [];
  done = [];
  inbox = [message('e1'), message('e2', { username: null, priority: 'high', handedOverAt: null })];
  server.use(
    http.get('/api/chat/user-status', () =>
      ok({ hasUsername: true, username: 'chief', isAdmin: true, isBanned: false, creatorId: null }),
    ),
    http.get('/api/admin/rooms', () => ok({ rooms: [] })),
    http.get('/api/admin/waiting', () =>
      ok({ reports: 0, emergencies: inbox.length, critical: inbox.length - 1 }),
    ),
    http.get('/api/admin/emergency', ({ request }) => {
      asked.push(new URL(request.url).search);
      return ok({ messages: inbox, nextCursor: null });
    }),
    http.post('/api/admin/emergency/:id/:act', async ({ params, request }) => {
      const text = await request.text();
      done.push(`${params.act} ${params.id} ${text}`);
      inbox = inbox.filter((m) => m.id !== params.id);
      const { note = '' } = text ? JSON.parse(text) : {};
      return ok({ message: message(String(params.id), { note }) });
    }),
  );
});
afterEach(tidy);
afterAll(() => server.close());

it('lists by state and priority, acknowledges and resolves with a note (EMRG-16)', async () => {
  signIn();
  openAt('/admin?tab=emergency');
  const person = userEvent.setup();
  const first = (await screen.findByText('@ann')).closest('li') as HTMLElement;
  expect(screen.getByText('A member without a username')).toBeVisible();
  // What waits is said on every tab: nobody saw a critical message without opening this one.
  expect(screen.getByRole('tab', { name: 'Emergency, 2 unanswered messages, 1 critical' })).toBeVisible();
  expect(screen.getByRole('tab', { name: 'Reports' })).toBeVisible();
  expect(screen.getByText('Not handed over yet')).toBeVisible();
  // Of fifty cards each button said the same to a screen reader.
  for (const name of ['Acknowledge', 'Resolve'])
    expect(within(first).getByRole('button', { name })).toHaveAccessibleDescription(
      /@ann.*There is a threat at the gate/,
    );
  await person.click(within(first).getByRole('button', { name: 'Acknowledge' }));
  await person.click(await screen.findByRole('button', { name: 'Resolve' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Resolve this message?' }));
  await person.type(dialog.getByRole('textbox'), ' guards sent ');
  asksBeforeItCloses();
  await person.click(dialog.getByRole('button', { name: 'Resolve' }));
  expect(await screen.findByText('No emergency messages here')).toBeVisible();
  expect(screen.queryByText(/already/)).not.toBeInTheDocument();
  expect(await screen.findByRole('tab', { name: 'Emergency' })).toBeVisible();
  expect(done).toEqual(['acknowledge e1 ', 'resolve e2 {"note":"guards sent"}']);
  await person.selectOptions(screen.getByRole('combobox', { name: 'Priority' }), 'high');
  await person.click(screen.getByRole('radio', { name: 'Resolved' }));
  // The list of before was empty too.
  await waitFor(() => expect(asked.at(-1)).toBe('?state=resolved&priority=high'));
  expect(await screen.findByText('No emergency messages here')).toBeVisible();
});

// The session ended while the note was written, and the note went with its dialog.
it('keeps a note when the session ends, until it is thrown away', async () => {
  server.use(http.post('/api/admin/emergency/:id/:act', () => fail(401, 'Unauthorized', 'unauthorized')));
  const person = userEvent.setup();
  const asked = async () => {
    await person.click((await screen.findAllByRole('button', { name: 'Resolve' }))[0] as HTMLElement);
    return within(await screen.findByRole('dialog', { name: 'Resolve this message?' }));
  };
  signIn();
  openAt('/admin?tab=emergency');
  let dialog = await asked();
  await person.type(dialog.getByRole('textbox'), 'guards sent');
  await person.click(dialog.getByRole('button', { name: 'Resolve' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  cleanup();
  signIn();
  openAt('/admin?tab=emergency');
  dialog = await asked();
  expect(dialog.getByRole('textbox')).toHaveValue('guards sent');
  await person.click(dialog.getByRole('button', { name: 'Cancel' }));
  expect((await asked()).getByRole('textbox')).toHaveValue('');
});

// The dialog closed as ever, and the note was nowhere.
it('says that another administrator has resolved the message before', async () => {
  server.use(
    http.post('/api/admin/emergency/:id/:act', () =>
      ok({ message: message('e1', { note: 'police called' }) }),
    ),
  );
  signIn();
  openAt('/admin?tab=emergency');
  const person = userEvent.setup();
  await person.click((await screen.findAllByRole('button', { name: 'Resolve' }))[0] as HTMLElement);
  const dialog = within(await screen.findByRole('dialog', { name: 'Resolve this message?' }));
  await person.type(dialog.getByRole('textbox'), 'guards sent');
  await person.click(dialog.getByRole('button', { name: 'Resolve' }));
  expect(await screen.findByText('Somebody has resolved this message already.')).toBeVisible();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  // The button of the card had the focus, and took it along when the list came.
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
});

// A message that could not be resolved was said to fail to load.
it('says that a change failed, and keeps the note', async () => {
  server.use(http.post('/api/admin/emergency/:id/:act', () => HttpResponse.error()));
  signIn();
  openAt('/admin?tab=emergency');
  const person = userEvent.setup();
  await person.click((await screen.findAllByRole('button', { name: 'Acknowledge' }))[0] as HTMLElement);
  expect(await screen.findByText('The message could not be changed. Please try again.')).toBeVisible();
  await person.click((await screen.findAllByRole('button', { name: 'Resolve' }))[0] as HTMLElement);
  const dialog = within(await screen.findByRole('dialog', { name: 'Resolve this message?' }));
  await person.type(dialog.getByRole('textbox'), 'guards sent');
  await person.click(dialog.getByRole('button', { name: 'Resolve' }));
  // The toast of before stands in the dialog too.
  const field = dialog.getByRole('textbox');
  await waitFor(() => expect(field).toHaveAccessibleDescription(/The message could not be changed/));
  expect(field).toHaveValue('guards sent');
});
