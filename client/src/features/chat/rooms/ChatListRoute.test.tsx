import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError, api } from '@/net/api';
import { user } from '@/net/server.fixture';
import { startSession, useSession } from '@/stores/session';
import { Component } from './ChatListRoute';

const room = {
  id: 'general',
  name: 'general',
  display_name: 'General',
  description: '',
  is_default: true,
  access_level: 'all',
};
const rooms = [
  room,
  {
    ...room,
    id: 'mess',
    name: 'mess',
    display_name: 'The Mess',
    description: 'Invited',
    is_default: false,
    access_level: 'admin',
  },
];
let hasUsername = true;
let roomsReply: () => Promise<unknown>;
let tries = 0;

beforeEach(() => {
  vi.useFakeTimers();
  hasUsername = true;
  tries = 0;
  roomsReply = () => Promise.resolve({ success: true, rooms });
  vi.spyOn(api, 'get').mockImplementation((path: string): Promise<never> => {
    if (path === '/chat/user-status') {
      return Promise.resolve({
        success: true,
        hasUsername,
        username: null,
        isAdmin: false,
        isBanned: false,
      }) as Promise<never>;
    }
    if (path === '/chat/rooms') {
      tries++;
      return roomsReply() as Promise<never>;
    }
    if (path.startsWith('/chat/check-username'))
      return Promise.resolve({ available: true, reason: '' }) as Promise<never>;
    return new Promise(() => {});
  });
});
afterEach(() => vi.useRealTimers());

async function show() {
  const router = createMemoryRouter(
    [
      { path: '/chat', Component },
      { path: '/dashboard', element: <p>the dashboard</p> },
      { path: '/chat/:roomId', element: <p>the room</p> },
    ],
    { initialEntries: ['/chat'] },
  );
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  await act(() => vi.advanceTimersByTimeAsync(0));
}
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

it('lists rooms with their badges and descriptions, and opens one (ROOM-1)', async () => {
  await show();
  await wait(50);
  expect(screen.getByRole('link', { name: /General All Tap to enter chat/ })).toBeVisible();
  expect(screen.getByRole('link', { name: /The Mess Private Invited/ })).toBeVisible();
  await act(async () => fireEvent.click(screen.getByRole('link', { name: /The Mess/ })));
  expect(screen.getByText('the room')).toBeVisible();
});

it("says 'Loading chat rooms...' meanwhile (ROOM-2)", async () => {
  roomsReply = () => new Promise(() => {});
  await show();
  expect(screen.getByText('Loading chat rooms...')).toBeVisible();
});

it('asks for a username first; closing that goes to the dashboard (ROOM-3)', async () => {
  hasUsername = false;
  await show();
  await wait(50);
  expect(screen.getByText('Username Required')).toBeVisible();
  fireEvent.click(screen.getByRole('button', { name: 'Set Username' }));
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Close' })));
  expect(screen.getByText('the dashboard')).toBeVisible();
});

// The name was not put into the session: when the first connection then failed
// nothing was ever tried again.
it('keeps a name that is set on this screen, so that chat may reconnect (ROOM-3, WS-29)', async () => {
  hasUsername = false;
  startSession('t', { ...user, username: null });
  vi.spyOn(api, 'post').mockResolvedValue({ success: true, username: 'owl' });
  await show();
  await wait(50);
  fireEvent.click(screen.getByRole('button', { name: 'Set Username' }));
  await wait(50);
  fireEvent.change(screen.getByRole('textbox'), { target: { value: 'owl' } });
  await wait(550);
  hasUsername = true;
  const dialog = within(screen.getByRole('dialog'));
  await act(async () => fireEvent.click(dialog.getByRole('button', { name: 'Set Username' })));
  expect(useSession.getState().user?.username).toBe('owl');
});

it.each([
  [500, 'Unable to load chat rooms. Server error - please try again in a moment.'],
  [403, 'Unable to load chat rooms. Access denied - please check your login status.'],
  [418, 'Unable to load chat rooms. Please refresh the page or try again later.'],
  [0, 'Unable to load chat rooms. Connection issue - please check your internet connection.'],
])('tries 5 times, 500 ms apart, before it tells of %i (ROOM-5, ROOM-6)', async (status, words) => {
  roomsReply = () => Promise.reject(new ApiError(status, '', 'x'));
  await show();
  for (let n = 1; n < 5; n++) {
    expect(tries).toBe(n);
    expect(screen.queryByText(words)).toBeNull();
    await wait(500);
  }
  await wait(50);
  expect(tries).toBe(5);
  expect(screen.getByText(words)).toBeVisible();
  await wait(5_000);
  expect(tries).toBe(5);
});
