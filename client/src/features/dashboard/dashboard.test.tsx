// The dashboard through the real routes.
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { openAt, signIn, tidy } from '@/app/app.fixture';
import { fail, ok, profile, server } from '@/net/server.fixture';
import { roomsQuery } from '@/queries/chat/rooms';
import { queryClient } from '@/queries/client';
import { userStatusQuery } from '@/queries/people/me';
import { onBadgesChanged } from '@/stores/badges';
import { listed } from '@/stores/chat/rooms.fixture';
import { displayName } from './person';

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterEach(() => {
  vi.useRealTimers();
  tidy();
});
afterAll(() => server.close());

async function openDashboard() {
  signIn();
  const app = openAt('/dashboard');
  await screen.findByRole('heading', { name: 'Dashboard' });
  return { app, person: userEvent.setup() };
}

const setVisibility = (state: 'visible' | 'hidden') => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
};

it.each([
  [{ name: 'Ada', email: 'a@b.c', phone: '1' }, 'Ada'],
  [{ name: '', email: 'a@b.c', phone: '1' }, 'a@b.c'],
  [{ name: '', email: null, phone: '1' }, '1'],
  [{ name: '', email: null, phone: null }, 'UNIDENTIFIED'],
  [null, 'UNIDENTIFIED'],
])('calls %j %s (DASH-1)', (person, name) => {
  expect(displayName(person)).toBe(name);
});

describe('what is unread in the chat', () => {
  it.each([
    [0, null],
    [7, '7 unread'],
    [100, 'More than 99 unread'],
  ])('of %d messages it says %s', async (unread, words) => {
    server.use(http.get('/api/chat/rooms', () => ok({ rooms: [listed({ unread })] })));
    await openDashboard();
    const tile = screen.getByRole('link', { name: /GROUP CHAT/ });
    if (words) expect(await within(tile).findByText(words)).toBeVisible();
    await waitFor(() => expect(queryClient.getQueryData(roomsQuery.queryKey)).toHaveLength(1));
    if (!words) expect(within(tile).queryByText(/unread/)).toBeNull();
  });

  it('counts again within a minute, and keeps the count when that fails', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    let answer = () => ok({ rooms: [listed({ unread: 2 })] });
    server.use(http.get('/api/chat/rooms', () => answer()));
    await openDashboard();
    const tile = within(screen.getByRole('link', { name: /GROUP CHAT/ }));
    expect(await tile.findByText('2 unread')).toBeVisible();
    const failed = vi.fn(() => fail(503, 'Try again later', 'unavailable'));
    answer = failed;
    await act(() => vi.advanceTimersByTimeAsync(61_000));
    await waitFor(() => expect(failed).toHaveBeenCalled());
    expect(tile.getByText('2 unread')).toBeVisible();
    answer = () => ok({ rooms: [listed({ unread: 3 })] });
    await act(() => vi.advanceTimersByTimeAsync(65_000));
    expect(await tile.findByText('3 unread')).toBeVisible();
  });
});

describe('what it shows', () => {
  it('has the version, the name, the seven tiles and the indicator (DASH-1, DASH-2)', async () => {
    await openDashboard();
    const header = screen.getByRole('banner');
    expect(await within(header).findByText('2.0')).toBeVisible();
    expect(within(header).getByText('Ada Reyes')).toBeVisible();
    expect(screen.getByRole('link', { name: /GROUP CHAT/ })).toHaveAttribute('href', '/chat');
    const tiles = within(screen.getByRole('navigation', { name: 'Sections' }));
    const places = tiles.getAllByRole('link').map((link) => link.getAttribute('href'));
    expect(places).toEqual(['/decrypt', '/checkin', '/my-rank', '/emergency', '/contribute']);
    for (const word of ['DECRYPT', 'CHECK-IN', 'MY RANK', 'EMERGENCY', 'CONTRIBUTE']) {
      expect(tiles.getByRole('link', { name: new RegExp(`^${word}`) })).toBeVisible();
    }
    expect(tiles.getByRole('button', { name: /^LOGOUT/ })).toBeVisible();
    expect(screen.getByText('SESSION MONITORED')).toBeVisible();
  });

  it('names who is signed in with rank and points', async () => {
    await openDashboard();
    const briefing = within(screen.getByRole('region', { name: 'Briefing' }));
    expect(briefing.getByText('Sergeant')).toBeVisible();
    expect(briefing.getByText('612')).toBeVisible();
    expect(briefing.getByText('Mar 2025')).toBeVisible();
  });

  // The streak came a second after the rest, and moved the tiles down by a line of facts.
  it('keeps the place of the streak until it comes', async () => {
    server.use(http.get('/api/points/status', () => new Promise(() => {})));
    await openDashboard();
    const briefing = within(screen.getByRole('region', { name: 'Briefing' }));
    expect(briefing.getByText('Streak').nextSibling).toHaveTextContent('…');
  });

  // Twenty badges pushed the tiles off a phone's screen.
  it('shows the newest badges and the way to all of them', async () => {
    const badge_tags = Array.from({ length: 20 }, (_, i) => ({
      text: `Badge ${i + 1}`,
      emoji: '',
      color: 'Gold',
      addedAt: '2026-01-02T03:04:05Z',
    }));
    server.use(http.get('/api/profile/me', () => ok({ profile: { ...profile, badge_tags } })));
    await openDashboard();
    const shown = within(await screen.findByRole('region', { name: 'Your badges' }));
    expect(shown.getAllByRole('listitem').map((badge) => badge.textContent)).toEqual(
      [15, 16, 17, 18, 19, 20].map((i) => `Badge ${i}`),
    );
    expect(shown.getByRole('link', { name: '14 more badges' })).toHaveAttribute('href', '/profile');
    badge_tags.splice(6);
    act(() =>
      onBadgesChanged({
        type: 'badges_changed',
        position: 1,
        userId: profile.user_id,
        username: 'ada_reyes',
        badge_tags,
      }),
    );
    await waitFor(() => expect(shown.queryByRole('link')).toBeNull());
    expect(shown.getAllByRole('listitem')).toHaveLength(6);
  });

  it('shows badges, the streak and the time until the next check-in as it runs', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date('2026-05-04T21:59:50Z') });
    const helper = { text: 'Helper', emoji: '⭐', color: 'Gold', addedAt: '2026-01-02T03:04:05Z' };
    let canCheckIn = false;
    let badge_tags = [helper];
    const badges = ['streak_7', 'streak_30'].map((id) => ({ id, name: id, description: id }));
    server.use(
      http.get('/api/profile/me', () => ok({ profile: { ...profile, badges, badge_tags } })),
      http.get('/api/points/status', () =>
        ok({
          rank: 'Sergeant',
          points: 612,
          streakCount: 12,
          canCheckIn,
          nextCheckInTime: '2026-05-04T22:00:00Z',
          nextCheckInPoints: 90,
          serverTime: new Date().toISOString(),
        }),
      ),
    );
    await openDashboard();
    const briefing = within(screen.getByRole('region', { name: 'Briefing' }));
    expect(await briefing.findByText('Helper')).toBeVisible();
    expect(await briefing.findByText('12 days')).toBeVisible();
    expect(briefing.getByText('Badges').nextSibling).toHaveTextContent('2');
    expect(screen.getByRole('link', { name: /^MY RANK/ })).toHaveAccessibleName(/Sergeant · 612 points$/);
    const checkIn = await screen.findByRole('link', { name: /^CHECK-IN/ });
    expect(checkIn).toHaveAccessibleName(/Next in 00:00:(0\d|10)$/);
    canCheckIn = true;
    await act(() => vi.advanceTimersByTimeAsync(11_000));
    await waitFor(() => expect(checkIn).toHaveAccessibleName(/\+90 points today$/));
    // A badge that a frame brings is shown at once.
    badge_tags = [];
    act(() =>
      onBadgesChanged({
        type: 'badges_changed',
        position: 1,
        userId: profile.user_id,
        username: 'ada_reyes',
        badge_tags: [],
      }),
    );
    await waitFor(() => expect(briefing.queryByText('Helper')).toBeNull());
  });

  it('says when the profile cannot be loaded and tries again (PROF-3, GEN-19)', async () => {
    server.use(http.get('/api/profile/me', () => fail(404, 'Not found', 'not_found')));
    const { person } = await openDashboard();
    expect(await screen.findByText('FAILED TO LOAD PROFILE DATA')).toBeVisible();
    server.use(http.get('/api/profile/me', () => ok({ profile })));
    await person.click(screen.getByRole('button', { name: 'RETRY' }));
    expect(await screen.findByText('612')).toBeVisible();
  });
});

describe('people in chat', () => {
  it.each([
    [1, '1 IN GROUP CHAT'],
    [27, '27 IN GROUP CHAT'],
  ])('%i people: %s (DASH-3)', async (count, text) => {
    server.use(http.get('/api/chat/online-count', () => ok({ count })));
    await openDashboard();
    const tile = screen.getByRole('link', { name: /GROUP CHAT/ });
    await waitFor(() => expect(tile).toHaveAccessibleName(new RegExp(`${text}$`)));
  });

  // From some people on, since the tile says SECURE CHANNEL before any answer.
  it.each([
    ['nobody is in chat', () => ok({ count: 0 })],
    ['no answer comes', () => HttpResponse.error()],
  ])('says SECURE CHANNEL when %s (DASH-3)', async (_, answer) => {
    server.use(http.get('/api/chat/online-count', () => ok({ count: 27 })));
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await openDashboard();
    const tile = screen.getByRole('link', { name: /GROUP CHAT/ });
    await waitFor(() => expect(tile).toHaveAccessibleName(/27 IN GROUP CHAT$/));
    server.use(http.get('/api/chat/online-count', answer));
    await act(() => vi.advanceTimersByTimeAsync(5_000));
    await waitFor(() => expect(tile).toHaveAccessibleName(/SECURE CHANNEL$/));
  });

  it('asks every 5 s, not while the tab is hidden, and not after leaving (DASH-4)', async () => {
    let calls = 0;
    server.use(
      http.get('/api/chat/online-count', () => {
        calls++;
        return ok({ count: calls });
      }),
    );
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { app } = await openDashboard();
    await waitFor(() => expect(calls).toBe(1));
    await act(() => vi.advanceTimersByTimeAsync(5_000));
    await waitFor(() => expect(calls).toBe(2));

    setVisibility('hidden');
    await act(() => vi.advanceTimersByTimeAsync(30_000));
    expect(calls).toBe(2);

    setVisibility('visible');
    await act(() => vi.advanceTimersByTimeAsync(5_000));
    await waitFor(() => expect(calls).toBeGreaterThanOrEqual(3));

    app.unmount();
    const atLeaving = calls;
    await act(() => vi.advanceTimersByTimeAsync(30_000));
    expect(calls).toBe(atLeaving);
  });
});

describe('administrators', () => {
  it('see the way to the admin panel (DASH-6, DASH-7)', async () => {
    server.use(
      http.get('/api/chat/user-status', () =>
        ok({ hasUsername: false, username: null, isAdmin: true, isBanned: true }),
      ),
    );
    await openDashboard();
    expect(await screen.findByRole('link', { name: 'Admin panel' })).toHaveAttribute('href', '/admin');
  });

  it('have the face viewer at the left (DASH-6)', async () => {
    server.use(
      http.get('/api/chat/user-status', () =>
        ok({ hasUsername: true, username: 'a', isAdmin: true, isBanned: false }),
      ),
    );
    await openDashboard();
    const viewer = await screen.findByRole('link', { name: 'Face viewer' });
    expect(viewer).toHaveClass('left');
    expect(screen.getByRole('link', { name: 'Admin panel' })).toHaveClass('right');
    expect(viewer).toHaveAttribute('href', '/admin/face');
  });

  it('others do not', async () => {
    await openDashboard();
    await waitFor(() => expect(queryClient.getQueryState(userStatusQuery.queryKey)?.status).toBe('success'));
    expect(screen.queryByRole('link', { name: 'Admin panel' })).not.toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Face viewer' })).not.toBeInTheDocument();
  });
});

it('is named as the installation says (DASH-1)', async () => {
  await openDashboard();
  expect(await screen.findByText('Night Company')).toBeVisible();
  expect(screen.getByText('2.0')).toBeVisible();
  await waitFor(() => expect(document.title).toBe('Dashboard · Night Company'));
});

it('logs out, also when the call fails (AUTH-36)', async () => {
  server.use(http.post('/api/auth/logout', () => HttpResponse.error()));
  const { app, person } = await openDashboard();
  await person.click(screen.getByRole('button', { name: /^LOGOUT/ }));
  await screen.findByRole('button', { name: 'LOGIN' });
  expect(app.path()).toBe('/login');
  expect(localStorage.getItem('token')).toBeNull();
});

describe('the menu', () => {
  it('sets the theme and keeps it', async () => {
    const { person } = await openDashboard();
    await person.click(screen.getByRole('button', { name: /^Ada Reyes/ }));
    expect(await screen.findByRole('menuitemradio', { name: 'Night' })).toBeChecked();
    await person.click(await screen.findByRole('menuitemradio', { name: 'Daylight' }));
    expect(document.documentElement.dataset.theme).toBe('daylight');
    expect(localStorage.getItem('theme')).toBe('daylight');
    await person.click(screen.getByRole('button', { name: /^Ada Reyes/ }));
    await person.click(await screen.findByRole('menuitemradio', { name: 'As the system' }));
    expect(document.documentElement.dataset.theme).toBeUndefined();
    expect(localStorage.getItem('theme')).toBe('system');
  });
});

describe('signed-in devices (AUTH-37)', () => {
  const device = (id: string, name: string, current = false) => ({
    id,
    device: name,
    address: '203.0.113.7',
    createdAt: '2025-03-02T10:00:00Z',
    lastSeenAt: new Date().toISOString(),
    current,
  });

  function devices(...names: string[]) {
    let list = [device('here', 'Firefox on Linux', true), ...names.map((name) => device(name, name))];
    const ended: string[] = [];
    server.use(
      http.get('/api/auth/sessions', () => ok({ sessions: list })),
      http.delete('/api/auth/sessions/:id', ({ params }) => {
        ended.push(String(params.id));
        list = list.filter((each) => each.id !== params.id);
        return ok();
      }),
      http.delete('/api/auth/sessions', () => {
        ended.push('others');
        list = list.filter((each) => each.current);
        return ok();
      }),
    );
    return ended;
  }

  async function openSheet() {
    const open = await openDashboard();
    await open.person.click(await screen.findByRole('button', { name: /signed.in/i }));
    return { ...open, sheet: await screen.findByRole('dialog', { name: 'Signed-in devices' }) };
  }

  it('lists them and ends one', async () => {
    const ended = devices('Phone', 'Tablet');
    const { person, sheet } = await openSheet();
    expect(await within(sheet).findAllByRole('listitem')).toHaveLength(3);
    expect(within(sheet).getByText('This device')).toBeVisible();
    await person.click(within(sheet).getByRole('button', { name: 'Sign out Phone' }));
    await waitFor(() => expect(within(sheet).getAllByRole('listitem')).toHaveLength(2));
    expect(ended).toEqual(['Phone']);
  });

  it('ends all the others, and then offers nothing more to end', async () => {
    const ended = devices('Phone', 'Tablet');
    const { person, sheet } = await openSheet();
    await person.click(await within(sheet).findByRole('button', { name: 'Sign out everywhere else' }));
    await waitFor(() => expect(within(sheet).getAllByRole('listitem')).toHaveLength(1));
    expect(ended).toEqual(['others']);
    expect(within(sheet).queryByRole('button', { name: /Sign out/ })).not.toBeInTheDocument();
    expect(await screen.findByText('Signed out everywhere else')).toBeInTheDocument();
  });

  it('says when the list or the ending fails', async () => {
    server.use(http.get('/api/auth/sessions', () => fail(403, 'Not now', 'forbidden')));
    const { person, sheet } = await openSheet();
    expect(await within(sheet).findByText('Not now')).toBeVisible();
    devices('Phone');
    await person.click(within(sheet).getByRole('button', { name: 'Try again' }));
    await within(sheet).findAllByRole('listitem');
    server.use(http.delete('/api/auth/sessions/:id', () => HttpResponse.error()));
    await person.click(within(sheet).getByRole('button', { name: 'Sign out Phone' }));
    expect(await screen.findByText('Failed to sign out')).toBeInTheDocument();
  });

  it('gives the focus back when it is closed with Escape', async () => {
    devices();
    const { person } = await openSheet();
    await person.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(screen.getByRole('button', { name: /signed.in/i })).toHaveFocus();
  });
});
