// The access check of a room: who may enter, and what is shown to the others.
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it, vi } from 'vitest';
import { openAt } from '@/app/app.fixture';
import { fail, ok, server } from '@/net/server.fixture';
import { FakeSocket } from '@/net/socket.fixture';
import { useSettings } from '@/stores/people/settings';
import { useJump } from '@/stores/room/jump';
import { body } from '@/stores/roomlog/messages.fixture';
import {
  access,
  messages,
  openRoomScreen,
  playChat,
  receive,
  renameStored,
  replies,
  wait,
} from '../chat.fixture';

playChat();

it('shows the room with its name in capitals and the empty words (CHAT-1, CHAT-14)', async () => {
  openAt('/chat/general');
  expect(await screen.findByRole('heading', { name: 'GENERAL' })).toBeVisible();
  expect(await screen.findByText('No messages yet. Be the first to say hello!')).toBeVisible();
  expect(screen.getByText('Connecting', { selector: '.sr-only' })).toBeInTheDocument();
  expect(FakeSocket.opened).toHaveLength(1);
});

it('turns green, counts people and has its ways on once in the room (CHAT-1)', async () => {
  server.use(http.get('/api/chat/room/general/media', () => ok({ media: [] })));
  await openRoomScreen();
  expect(screen.getByText('Connected')).toBeInTheDocument();
  // The count is part of the button's name.
  expect(screen.getByRole('button', { name: '3 online, people in this room' })).toBeVisible();
  expect(screen.getByLabelText('Message')).toBeEnabled();
  expect(screen.getByRole('link', { name: 'Back to dashboard' })).toHaveAttribute('href', '/dashboard');
  expect(screen.getByRole('button', { name: 'Mute' })).toHaveAttribute('aria-pressed', 'false');
  fireEvent.click(screen.getByRole('button', { name: 'GENERAL' }));
  expect(await screen.findByText('No media yet')).toBeVisible();
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' });
  fireEvent.click(await screen.findByRole('button', { name: 'Edit your profile' }));
  expect(useSettings.getState().sheet).toBe('profile');
});

// Hundreds of lines were drawn and asked for again on phones, where nobody saw them.
it.each([true, false])('draws rooms and people beside the room where there is place: %s', async (wide) => {
  vi.stubGlobal('matchMedia', (query: string) =>
    Object.assign(new EventTarget(), { matches: wide && query.includes('min-width'), media: query }),
  );
  await openRoomScreen();
  expect(screen.queryAllByRole('complementary', { name: 'People' })).toHaveLength(wide ? 1 : 0);
  expect(screen.queryAllByRole('navigation', { name: 'Rooms' })).toHaveLength(wide ? 1 : 0);
});

it('says that the messages could not be loaded, and loads them when asked (CHAT-31)', async () => {
  replies.messages = () => fail(400, '', 'invalid');
  openAt('/chat/general');
  expect(await screen.findByText('Failed to load chat')).toBeVisible();
  replies.messages = () => messages([body({ seq: 1, message: 'here at last' })]);
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('here at last')).toBeInTheDocument();
  expect(screen.queryByText('Failed to load chat')).toBeNull();
});

it('says that there is no access and goes to /chat after 3 s (ROOM-8, ROOM-10)', async () => {
  replies.access = () => access({ hasAccess: false, room: null, role: null });
  const app = openAt('/chat/general');
  expect(await screen.findByText('You do not have access to this chat room')).toBeVisible();
  await wait(2_000);
  expect(app.path()).toBe('/chat/general');
  await wait(1_100);
  await waitFor(() => expect(app.path()).toBe('/chat'));
});

// The list of rooms led back to the message, and that to the list, without an end.
it('stays at the list when a link led to a message in a closed room (ROOM-8)', async () => {
  replies.access = () => access({ hasAccess: false, room: null, role: null });
  const app = openAt('/chat/general?message=m-9');
  expect(await screen.findByText('You do not have access to this chat room')).toBeVisible();
  await wait(3_100);
  await waitFor(() => expect(app.path()).toBe('/chat'));
  await wait(1_000);
  expect(app.path()).toBe('/chat');
  expect(useJump.getState().target).toBeNull();
});

it('takes a 403 for the same denial (ROOM-7, ROOM-10)', async () => {
  replies.access = () => fail(403, 'no', 'no_room_access');
  openAt('/chat/general');
  expect(await screen.findByText('You do not have access to this chat room')).toBeVisible();
});

// It was taken for a room one may not enter.
it('takes a 403 because of a ban for a ban (CHAT-33)', async () => {
  replies.access = () => fail(403, 'You are currently banned from chat', 'banned');
  openAt('/chat/general');
  expect(await screen.findByText('You are currently banned from chat')).toBeVisible();
  await wait(5_000);
  expect(screen.getByText('You are currently banned from chat')).toBeVisible();
});

it("says 'Failed to verify room access' when the check fails, and asks again (ROOM-8)", async () => {
  replies.access = () => fail(400, '', 'invalid');
  openAt('/chat/general');
  expect(await screen.findByText('Failed to verify room access')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeEnabled();
  replies.access = () => access();
  await wait(5_000);
  expect(await screen.findByRole('heading', { name: 'GENERAL' })).toBeVisible();
});

// A failed status call left an empty room without a way on.
it('says so too when a member without a stored name cannot be asked about (GEN-19)', async () => {
  renameStored(null);
  replies.status = () => HttpResponse.error();
  openAt('/chat/general');
  await wait(5_000);
  expect(await screen.findByText('Failed to verify room access')).toBeVisible();
});

it('shuts out who needs a face first before it connects (FACE-33)', async () => {
  replies.access = () => fail(403, 'This is open only to members with a verified face', 'face_required');
  await openRoomScreen();
  expect(await screen.findByRole('dialog', { name: 'Face verification required' })).toBeVisible();
  expect(screen.getByText('Group chat is open only to members whose face was recognised.')).toBeVisible();
});

it('shows the banned out and opens no connection for long (CHAT-33)', async () => {
  replies.userStatus = { ...replies.userStatus, isBanned: true };
  openAt('/chat/general');
  expect(await screen.findByText('You are currently banned from chat')).toBeVisible();
  await wait(300);
  expect(FakeSocket.living).toHaveLength(0);
});

// A ban that was lifted stayed on the screen: no connection, nothing that asks.
it('lets a member in again when the ban is lifted while its screen is shown (CHAT-33)', async () => {
  replies.userStatus = { ...replies.userStatus, isBanned: true };
  openAt('/chat/general');
  expect(await screen.findByText('You are currently banned from chat')).toBeVisible();
  replies.userStatus = { ...replies.userStatus, isBanned: false };
  await wait(16_000);
  await waitFor(() => expect(FakeSocket.living).toHaveLength(1));
  expect(screen.queryByText('You are currently banned from chat')).toBeNull();
});

it('asks the nameless for a username and keeps no connection (WS-22, WS-29)', async () => {
  replies.userStatus = { ...replies.userStatus, hasUsername: false, username: null };
  openAt('/chat/general');
  expect(await screen.findByText('Username Required')).toBeVisible();
  await wait(300);
  expect(FakeSocket.living).toHaveLength(0);
});

it('falls back to the default room for what is no room id (ROOM-9)', async () => {
  const app = openAt('/chat/Not%20a%20room');
  await waitFor(() => expect(app.path()).toBe('/chat/general'));
});

it.each([
  ['moderator', 1],
  ['admin', 1],
  ['member', 0],
] as const)("offers a room's %s Delete of others' messages: %i (CHAT-20, ROLE-6)", async (role, offered) => {
  replies.access = () => access({ role });
  await openRoomScreen();
  receive({ type: 'message', ...body({ seq: 1, message: 'by another' }) });
  fireEvent.contextMenu(await screen.findByText('by another'));
  expect(await screen.findByRole('menuitem', { name: 'Reply' })).toBeVisible();
  expect(screen.queryAllByRole('menuitem', { name: 'Delete' })).toHaveLength(offered);
});
