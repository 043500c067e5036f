// The community's settings and an administrator's first steps, through the real routes.
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { openAt, signIn, tidy } from '@/app/app.fixture';
import { config, fail, ok, server } from '@/net/server.fixture';
import { communityDraft } from '@/stores/desk/formDrafts';
import type { ChangeCommunity, Community } from '@/wire/bodies.gen';
import { general, userStatus } from '../admin.fixture';

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterEach(() => {
  communityDraft.reset();
  tidy();
});
afterAll(() => server.close());

let settings: Community;
let changes: ChangeCommunity[];
let rooms: unknown[];

beforeEach(() => {
  settings = {
    name: 'Muster',
    supportEmail: 'support@muster.test',
    intake: 'open',
    intakeText: '',
    fixed: [],
    isSetUp: false,
    mailServer: 'smtp.ninth.test',
    mailFrom: 'army@ninth.test',
    hasOutbox: false,
  };
  changes = [];
  rooms = [];
  server.use(
    http.get('/api/chat/user-status', () =>
      ok({
        hasUsername: true,
        username: 'ada_reyes',
        isAdmin: true,
        isBanned: false,
        welcomeDue: false,
        setupDue: !settings.isSetUp,
        notices: [],
      }),
    ),
    http.get('/api/config', () => ok({ ...config, communityName: settings.name })),
    http.get('/api/admin/community', () => ok({ community: settings })),
    http.patch('/api/admin/community', async ({ request }) => {
      const { setUp, ...change } = (await request.json()) as ChangeCommunity;
      changes.push({ ...change, ...(setUp && { setUp }) });
      settings = {
        ...settings,
        ...(change as Partial<Community>),
        isSetUp: settings.isSetUp || setUp === true,
      };
      return ok({ community: settings });
    }),
    http.get('/api/admin/rooms', () => ok({ rooms: [general] })),
    http.patch('/api/admin/rooms/general', async ({ request }) => {
      rooms.push(await request.json());
      return ok({ room: general });
    }),
    http.post('/api/notifications/test', () => ok({ message: 'Test email sent successfully' })),
  );
});

const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

it('leads the first administrator from the dashboard through four steps, once', async () => {
  signIn();
  const app = openAt('/dashboard');
  await heading('Name your community');
  expect(app.path()).toBe('/admin/setup');
  const name = await screen.findByRole('textbox', { name: 'Name of the community' });
  await userEvent.clear(name);
  await userEvent.type(name, 'The Ninth');
  await press('Save and continue');

  expect(await heading('The first room')).toHaveFocus();
  expect(await within(screen.getByRole('banner')).findByText('The Ninth')).toBeVisible();
  await userEvent.type(await screen.findByRole('textbox', { name: 'Description' }), 'Where all begin.');
  await press('Save and continue');

  await heading('Who may enter');
  await userEvent.click(screen.getByRole('radio', { name: /By invitation/ }));
  await press('Save and continue');

  await heading('Where mails go');
  expect(screen.getByText('By smtp.ninth.test, from army@ninth.test.')).toBeVisible();
  await press('Send a test mail to me');
  expect(await screen.findByText(/A test mail is on its way/)).toBeVisible();
  await press('Done');
  await heading('Dashboard');
  expect(changes).toEqual([{ name: 'The Ninth' }, { intake: 'invitation', intakeText: '' }, { setUp: true }]);
  expect(rooms).toEqual([{ description: 'Where all begin.' }]);
});

it('keeps what was typed when the server refuses it, and says why', async () => {
  server.use(
    http.patch('/api/admin/community', () => fail(400, 'The name must be one line of 1 to 60 bytes')),
  );
  signIn();
  openAt('/admin/setup');
  const name = await screen.findByRole('textbox', { name: 'Name of the community' });
  await userEvent.clear(name);
  await press('Save and continue');
  expect(await screen.findByText('The name must be one line of 1 to 60 bytes')).toBeVisible();
  expect(screen.getByRole('heading', { level: 1, name: 'Name your community' })).toBeVisible();
});

// What was typed was refused, and the next press was refused as well.
it('leads away when the right is taken during the first steps', async () => {
  signIn();
  const app = openAt('/admin/setup');
  await userEvent.type(await screen.findByRole('textbox', { name: 'Name of the community' }), ' II');
  server.use(
    userStatus(false),
    http.patch('/api/admin/community', () => fail(403, 'Administrators only', 'forbidden')),
  );
  await press('Save and continue');
  await waitFor(() => expect(app.path()).toBe('/dashboard'));
  expect(await screen.findByText('You are no longer an administrator.')).toBeVisible();
});

it('changes them later in a tab, except what the operator has set', async () => {
  settings = { ...settings, isSetUp: true, fixed: ['name'] };
  signIn();
  openAt('/admin?tab=community');
  expect(await screen.findByRole('textbox', { name: 'Name of the community' })).toBeDisabled();
  expect(screen.getByText('The operator of this server has set this.')).toBeVisible();
  const save = screen.getByRole('button', { name: 'Save' });
  expect(save).toBeDisabled();
  const support = () => screen.getByRole('textbox', { name: 'Address for help' });
  await userEvent.clear(support());
  await userEvent.type(support(), 'help@ninth.test');
  await press('Save');
  await waitFor(() => expect(changes).toEqual([{ supportEmail: 'help@ninth.test' }]));
  await waitFor(() => expect(save).toBeDisabled());
  // A look at another tab lost what was typed.
  await userEvent.type(support(), '.org');
  const tab = (name: string) => userEvent.click(screen.getByRole('tab', { name }));
  await tab('Chat Management');
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Address for help' })).toBeNull());
  await tab('Community');
  await waitFor(() => expect(support()).toHaveValue('help@ninth.test.org'));
});
