// Notification settings: what a device can do, and when the member is notified.
import { act, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openRoomScreen, playChat } from '@/features/chat/chat.fixture';
import { ok, server } from '@/net/server.fixture';
import { pushSettingsQuery } from '@/queries/chat/push';
import { queryClient } from '@/queries/client';
import { openSettings } from '@/stores/people/settings';
import { logout } from '@/stores/session/session';
import { asksBeforeItCloses } from '@/ui/unsaved.fixture';
import type { AnnouncementSettings, ChangeAnnouncements } from '@/wire/bodies.gen';

playChat();

const publicKey = 'BAQE';
const endpoint = 'https://push.example/abc';
let calls: unknown[];
/** What the server has of announcements. */
let stored: AnnouncementSettings;
let permission: NotificationPermission;
let asked: number;
let subscription: { endpoint: string } | null;

beforeEach(() => {
  calls = [];
  stored = { email: true, sms: true };
  asked = 0;
  permission = 'granted';
  subscription = null;
  const record =
    (what: string) =>
    async ({ request }: { request: Request }) => {
      calls.push([what, await request.json()]);
      return ok();
    };
  server.use(
    http.get('/api/push/key', () => ok({ publicKey })),
    http.get('/api/push/settings', () =>
      ok({ quietFrom: null, quietTo: null, timeZone: 'UTC', preview: false }),
    ),
    http.put('/api/push/settings', record('settings')),
    http.get('/api/profile/announcements', () => ok({ settings: stored })),
    http.put('/api/profile/announcements', async ({ request }) => {
      const change = await request.json();
      calls.push(['announcements', change]);
      return ok({ settings: { ...stored, ...(change as ChangeAnnouncements) } });
    }),
    http.post('/api/push/subscriptions', record('on')),
    http.delete('/api/push/subscriptions', record('off')),
  );
});
afterEach(() => {
  Reflect.deleteProperty(navigator, 'serviceWorker');
});

/** A browser that has push: what it is asked for is played. */
function playPush(now: NotificationPermission = 'default') {
  const made = {
    endpoint,
    options: { applicationServerKey: null },
    toJSON: () => ({ endpoint, keys: { p256dh: 'p', auth: 'a' } }),
    unsubscribe: async () => {
      subscription = null;
      return true;
    },
  };
  const registration = {
    pushManager: {
      getSubscription: async () => subscription,
      subscribe: async (options: { userVisibleOnly: boolean }) => {
        expect(options.userVisibleOnly).toBe(true);
        subscription = made;
        return made;
      },
    },
    getNotifications: async () => [],
  };
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: {
      register: async () => registration,
      ready: Promise.resolve(registration),
      getRegistration: async () => registration,
    },
  });
  vi.stubGlobal('PushManager', class {});
  vi.stubGlobal('Notification', {
    permission: now,
    requestPermission: async () => {
      asked++;
      return permission;
    },
  });
}

async function openSheet() {
  await openRoomScreen();
  await act(async () => openSettings('notifications'));
  return screen.findByRole('dialog', { name: 'Notifications' });
}
const device = () => screen.findByRole('checkbox', { name: 'Notify me on this device' });

it('asks for permission only by the switch, and registers the browser with the server', async () => {
  playPush();
  await openSheet();
  expect(await device()).not.toBeChecked();
  expect(asked).toBe(0);
  await userEvent.click(await device());
  expect(await screen.findByText('This device is notified')).toBeVisible();
  expect(asked).toBe(1);
  expect(calls).toEqual([['on', { endpoint, keys: { p256dh: 'p', auth: 'a' } }]]);
  expect(await device()).toBeChecked();
  await userEvent.click(await device());
  expect(await screen.findByText('This device is no longer notified')).toBeVisible();
  expect(calls.at(-1)).toEqual(['off', { endpoint }]);
});

it('says that permission was refused, and sends the server nothing', async () => {
  permission = 'denied';
  playPush();
  await openSheet();
  await userEvent.click(await device());
  expect(await screen.findByText('The browser was not allowed to show notifications.')).toBeVisible();
  expect(calls).toEqual([]);
});

it('says that the browser blocks notifications', async () => {
  playPush('denied');
  await openSheet();
  expect(await screen.findByText(/^Notifications are blocked for this site/)).toBeVisible();
});

it('says that this browser has no push', async () => {
  await openSheet();
  expect(await screen.findByText('This browser cannot show push notifications.')).toBeVisible();
});

it('says that the server has none', async () => {
  server.use(http.get('/api/push/key', () => ok({ publicKey: null })));
  await openSheet();
  expect(await screen.findByText('Push notifications are not set up on this server.')).toBeVisible();
  expect(screen.queryByRole('checkbox', { name: /this device/ })).toBeNull();
});

it('keeps quiet hours by the clock of the device', async () => {
  await openSheet();
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Quiet hours' }));
  fireEvent.change(screen.getByLabelText('To'), { target: { value: '22:00' } });
  expect(screen.getByText('The two times must differ')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled();
  fireEvent.change(screen.getByLabelText('To'), { target: { value: '06:30' } });
  asksBeforeItCloses();
  await userEvent.click(screen.getByRole('checkbox', { name: 'Show what was said' }));
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Notification settings saved')).toBeVisible();
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  expect(calls).toEqual([['settings', { quietFrom: '22:00', quietTo: '06:30', timeZone, preview: true }]]);
  // What is saved is left without a question.
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
});

// The other channel was sent as the page had read it, and what was changed meanwhile undone.
// The form wrote all that it had found when it was opened, over what was decided elsewhere.
it('leaves as it is what another device has decided meanwhile', async () => {
  await openSheet();
  const quiet = await screen.findByRole('checkbox', { name: 'Quiet hours' });
  const elsewhere = { quietFrom: '23:00', quietTo: '05:00', timeZone: 'UTC', preview: false };
  server.use(http.get('/api/push/settings', () => ok(elsewhere)));
  await act(() => queryClient.invalidateQueries(pushSettingsQuery));
  await vi.waitFor(() => expect(quiet).toBeChecked());
  await userEvent.click(screen.getByRole('checkbox', { name: 'Show what was said' }));
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Notification settings saved')).toBeVisible();
  expect(calls).toMatchObject([['settings', { quietFrom: '23:00', quietTo: '05:00', preview: true }]]);
});

it('keeps announcements from a channel, and leaves the other as it is now (NOTIF-18)', async () => {
  await openSheet();
  const byText = await screen.findByRole('checkbox', { name: 'Announcements by text message' });
  stored = { email: false, sms: true };
  await userEvent.click(byText);
  expect(await screen.findByText('Notification settings saved')).toBeVisible();
  expect(calls).toEqual([['announcements', { sms: false }]]);
  expect(byText).not.toBeChecked();
  expect(screen.getByRole('checkbox', { name: 'Announcements by e-mail' })).not.toBeChecked();
});

// A tab that slept through a sign-out and a sign-in elsewhere ended the new session's push.
it('keeps the subscription of another session that has begun, and ends it at a sign-out', async () => {
  playPush('granted');
  await openSheet();
  await userEvent.click(await device());
  await screen.findByText('This device is notified');
  calls = [];
  // The tab wakes: another one has signed out, in, and turned notifications on.
  await act(async () => {
    localStorage.setItem('token', 'of-another-tab');
    document.dispatchEvent(new Event('visibilitychange'));
  });
  // Stores of other tests' files, which share the page, may hear of it as well.
  await vi.waitFor(() =>
    expect(calls).toContainEqual(['on', { endpoint, keys: { p256dh: 'p', auth: 'a' } }]),
  );
  expect(subscription).not.toBeNull();
  await act(async () => logout());
  await vi.waitFor(() => expect(subscription).toBeNull());
});
