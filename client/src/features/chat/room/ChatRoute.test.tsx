import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError, api } from '@/net/api';
import { FakeSocket, playSockets } from '@/net/socket.fixture';
import { leaveRoomNow } from '@/stores/roomSession';
import { startSession } from '@/stores/session';
import { Component } from './ChatRoute';

let standing = { hasUsername: true, username: 'me', isAdmin: false, isBanned: false };
let access: () => Promise<unknown>;

const room = {
  id: 'general',
  name: 'general',
  display_name: 'General',
  description: '',
  is_default: true,
  access_level: 'all',
};

beforeEach(() => {
  vi.useFakeTimers();
  playSockets();
  standing = { hasUsername: true, username: 'me', isAdmin: false, isBanned: false };
  access = () => Promise.resolve({ success: true, hasAccess: true, room });
  startSession('t', {
    id: 'u-me',
    name: 'Me',
    email: null,
    phone: null,
    username: 'me',
    face_recognition_enabled: false,
    face_recognition_status: 'none',
  });
  vi.spyOn(api, 'get').mockImplementation((path: string): Promise<never> => {
    const reply = () => {
      if (path === '/config')
        return Promise.resolve({ defaultRoom: 'general', chatTitle: 'Group Chat', gifHosts: [] });
      if (path === '/chat/user-status') return Promise.resolve(standing);
      if (path.endsWith('/access')) return access();
      if (path.includes('/messages')) return Promise.resolve({ messages: [] });
      return new Promise(() => {});
    };
    return reply() as Promise<never>;
  });
});
afterEach(() => {
  leaveRoomNow();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

let router: ReturnType<typeof createMemoryRouter>;
async function show(path = '/chat/general') {
  router = createMemoryRouter(
    [
      { path: '/chat', element: <p>all rooms</p> },
      { path: '/dashboard', element: <p>the dashboard</p> },
      { path: '/chat/:roomId', Component },
    ],
    { initialEntries: [path] },
  );
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  await act(() => vi.advanceTimersByTimeAsync(50));
}

it('shows the room with its name in capitals and the empty words (CHAT-1, CHAT-14)', async () => {
  await show();
  expect(screen.getByRole('heading', { name: 'GENERAL' })).toBeVisible();
  expect(screen.getByText('No messages yet. Be the first to say hello!')).toBeVisible();
  expect(screen.getByText('Connecting', { selector: '.sr-only' })).toBeInTheDocument();
  expect(FakeSocket.opened).toHaveLength(1);
});

it('turns green and counts people once in the room (CHAT-1)', async () => {
  await show();
  act(() => {
    FakeSocket.last.accept();
    FakeSocket.last.receive({
      type: 'room_joined',
      roomId: 'general',
      onlineCount: 12,
      seq: 0,
      resumed: false,
    });
  });
  expect(screen.getByText('Connected')).toBeInTheDocument();
  expect(screen.getByText('12 online')).toBeVisible();
  expect(screen.getByLabelText('Message')).toBeEnabled();
});

it('tells of no access and goes to /chat after 3 s (ROOM-8)', async () => {
  access = () => Promise.resolve({ success: true, hasAccess: false, room: null });
  await show();
  expect(screen.getByText('You do not have access to this chat room')).toBeVisible();
  await act(() => vi.advanceTimersByTimeAsync(2_900));
  expect(screen.queryByText('all rooms')).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(100));
  expect(screen.getByText('all rooms')).toBeVisible();
});

it('takes a 403 for the same denial (ROOM-7, ROOM-10)', async () => {
  access = () => Promise.reject(new ApiError(403, 'no', 'forbidden'));
  await show();
  expect(screen.getByText('You do not have access to this chat room')).toBeVisible();
});

it("says 'Failed to verify room access' when the check fails (ROOM-8)", async () => {
  access = () => Promise.reject(new ApiError(500, '', 'internal'));
  await show();
  expect(screen.getByText('Failed to verify room access')).toBeVisible();
});

it('shows the banned out (CHAT-33)', async () => {
  standing = { ...standing, isBanned: true };
  await show();
  expect(screen.getByText('You are currently banned from chat')).toBeVisible();
  await act(() => vi.advanceTimersByTimeAsync(300));
  expect(FakeSocket.living).toHaveLength(0);
});

it('asks the nameless for a username and opens no line (WS-22, WS-29)', async () => {
  standing = { ...standing, hasUsername: false };
  await show();
  expect(screen.getByText('Username Required')).toBeVisible();
  await act(() => vi.advanceTimersByTimeAsync(300));
  expect(FakeSocket.living).toHaveLength(0);
});

it('falls back to the default room for what is no room id (ROOM-9)', async () => {
  await show('/chat/Not%20a%20room');
  expect(router.state.location.pathname).toBe('/chat/general');
});
