// The back office: who sees it, and its tabs.
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { delay, http } from 'msw';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openAt, signIn, tidy } from '@/app/app.fixture';
import { fail, never, ok, server } from '@/net/server.fixture';
import { invalidate } from '@/queries/client';
import { waitingKey } from '@/queries/desk/waiting';
import { openRooms, play, press, userStatus } from './admin.fixture';

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
beforeEach(play);
afterEach(tidy);
afterAll(() => server.close());

describe('who sees the admin panel', () => {
  it('is titled, leads back and has its tabs (ADM-1)', async () => {
    await openRooms();
    expect(screen.getByRole('heading', { level: 1, name: 'Admin Panel' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Back to Dashboard' })).toHaveAttribute('href', '/dashboard');
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual([
      'Chat Management',
      'Users',
      'Analytics',
      'Activity',
      'Notifications',
      'Applications',
      'Encrypted Messages',
      'Badges',
      'Contributions',
      'Reports',
      'Emergency',
      'Community',
      'Audit Log',
      'Face Viewer',
    ]);
  });

  it('gives Applications a screen of its own (ADM-1)', async () => {
    const app = await openRooms();
    await userEvent.click(screen.getByRole('tab', { name: 'Applications' }));
    await waitFor(() => expect(app.path()).toBe('/admin/applications'));
  });

  it('moves along the tabs with arrows and opens one with Enter', async () => {
    await openRooms();
    await userEvent.click(screen.getByRole('tab', { name: 'Chat Management' }));
    await userEvent.keyboard('{ArrowRight}');
    expect(screen.getByRole('tab', { name: 'Users' })).toHaveFocus();
    expect(screen.getByRole('tab', { name: 'Chat Management' })).toHaveAttribute('aria-selected', 'true');
    await userEvent.keyboard('{Enter}');
    expect(await screen.findByRole('tab', { name: 'Users', selected: true })).toBeVisible();
  });

  // A screen reader went from the panel's heading to nothing, or to the first of many cards.
  it('heads each part, while it loads too', async () => {
    server.use(
      ...['admin/users/*', 'admin/reports', 'admin/emergency', 'admin/audit'].map((path) =>
        http.get(`/api/${path}`, never),
      ),
      ...['applications', 'decrypt', 'notifications'].map((path) => http.get(`/api/${path}/*`, never)),
    );
    await openRooms();
    for (const name of [
      'Users',
      'Notifications',
      'Applications',
      'Encrypted Messages',
      'Reports',
      'Emergency',
      'Audit Log',
    ]) {
      await userEvent.click(screen.getByRole('tab', { name }));
      expect(await screen.findByRole('heading', { level: 2, name })).toBeVisible();
    }
  });

  it.each(['/admin', '/admin/applications'])(
    'sends a member from %s to the dashboard (ADM-2, ADM-4)',
    async (path) => {
      server.use(userStatus(false));
      signIn();
      const app = openAt(path);
      await screen.findByRole('heading', { name: 'Dashboard' });
      expect(app.path()).toBe('/dashboard');
    },
  );

  it('shows nothing of it before the answer (ADM-2)', async () => {
    let asked = false;
    server.use(
      http.get('/api/chat/user-status', async () => {
        asked = true;
        return never();
      }),
    );
    signIn();
    openAt('/admin');
    await waitFor(() => expect(asked).toBe(true));
    expect(screen.queryByText('Admin Panel')).not.toBeInTheDocument();
    expect(screen.getByText('Loading')).toBeVisible();
  });

  it('offers to try again when nobody answers (GEN-19)', async () => {
    server.use(http.get('/api/chat/user-status', () => fail(404, 'Odd', 'not_found')));
    signIn();
    openAt('/admin');
    expect(await screen.findByText(/did not answer/)).toBeVisible();
    expect(screen.queryByText('Admin Panel')).not.toBeInTheDocument();
    server.use(userStatus(true));
    await press('Try again');
    expect(await screen.findByRole('heading', { name: 'Admin Panel' })).toBeVisible();
  });

  // The screen stood there until the button was pressed, however long the server had been back.
  it('opens by itself once somebody answers', async () => {
    server.use(http.get('/api/chat/user-status', () => fail(503, 'Stopping', 'unavailable')));
    signIn();
    openAt('/admin');
    expect(await screen.findByText(/did not answer/, undefined, { timeout: 8_000 })).toBeVisible();
    // As on a line: the router says nothing of an answer that comes in the same moment.
    server.use(
      http.get('/api/chat/user-status', async () => {
        await delay(100);
        return ok({ hasUsername: true, username: 'ada_reyes', isAdmin: true, isBanned: false });
      }),
    );
    expect(await screen.findByRole('heading', { name: 'Admin Panel' }, { timeout: 8_000 })).toBeVisible();
  });

  // Tabs with an address of their own replaced the back office by "No connection", which stayed.
  it('stays while the server does not answer', async () => {
    const app = await openRooms();
    server.use(http.get('/api/chat/user-status', () => fail(503, 'Stopping', 'unavailable')));
    await userEvent.click(screen.getByRole('tab', { name: 'Applications' }));
    await waitFor(() => expect(app.path()).toBe('/admin/applications'), { timeout: 5_000 });
    expect(screen.getByRole('heading', { name: 'Admin Panel' })).toBeVisible();
    expect(screen.queryByText(/did not answer/)).toBeNull();
  });

  // What waits was asked for once, and a restart between two polls was an outage for 15 s.
  it('asks again what waits before it says that the server does not answer', async () => {
    await openRooms();
    let asked = 0;
    let said = false;
    const nothing = { reports: 0, emergencies: 0, critical: 0, applications: 0, dueSoon: 0 };
    server.use(
      http.get('/api/admin/waiting', () => {
        said ||= screen.queryByText(/does not answer/) !== null;
        return ++asked === 1 ? fail(503, 'Stopping', 'unavailable') : ok(nothing);
      }),
    );
    invalidate(waitingKey);
    await waitFor(() => expect(asked).toBe(2), { timeout: 8_000 });
    expect(said).toBe(false);
  });

  // With more tries the panel came after all of them.
  it('comes without what waits when that cannot be asked for', async () => {
    let asked = 0;
    server.use(
      http.get('/api/admin/waiting', () => (++asked === 1 ? fail(503, 'Stopping', 'unavailable') : never())),
    );
    await openRooms();
    expect(asked).toBeGreaterThan(0);
  });

  it('leads away when the right is taken while the panel is open (ADM-2)', async () => {
    const app = await openRooms();
    server.use(
      userStatus(false),
      http.post('/api/admin/rooms', () => fail(403, 'Administrators only', 'forbidden')),
    );
    await press('Create Room');
    await userEvent.type(await screen.findByRole('textbox', { name: 'Room ID' }), 'x');
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Create Room' }));
    await waitFor(() => expect(app.path()).toBe('/dashboard'));
    expect(await screen.findByText('You are no longer an administrator.')).toBeVisible();
  });
});
