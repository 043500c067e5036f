// What a screen does while it is open: put out of the room it says so, and goes on saying it.
import { act, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { user } from '@/net/server.fixture';
import { FakeSocket } from '@/net/socket.fixture';
import { body } from '@/stores/roomlog/messages.fixture';
import { useRoomLog } from '@/stores/roomlog/roomLog';
import {
  access,
  errorFrame,
  messages,
  openRoomScreen,
  playChat,
  receive,
  replies,
  wait,
} from '../chat.fixture';
import * as sound from '../presence/sound';

playChat();

const banned = 'You are currently banned from chat';
const denied = 'You do not have access to this chat room';

// The reason was reset 250 ms later, and the client entered again, for ever.
it('says that one is banned, stays so and connects no more (CHAT-33, WS-28)', async () => {
  const app = await openRoomScreen();
  expect(await screen.findByLabelText('Message')).toBeEnabled();
  receive(errorFrame('banned', banned));
  act(() => FakeSocket.last.drop(4403));
  expect(screen.getByText(banned)).toBeVisible();
  expect(screen.queryByLabelText('Message')).toBeNull();
  await wait(60_000);
  expect(screen.getByText(banned)).toBeVisible();
  expect(FakeSocket.opened).toHaveLength(1);
  expect(app.path()).toBe('/chat/general');
});

// The focus fell to the page with the field that had it.
it('moves the focus from the room to what says that one is banned', async () => {
  await openRoomScreen();
  const field = await screen.findByLabelText('Message');
  act(() => field.focus());
  receive(errorFrame('banned', banned));
  await waitFor(() => expect(screen.getByRole('main')).toHaveFocus());
  expect(screen.getByRole('main')).toHaveTextContent(banned);
});

it('shuts out who needs a face first, says how to add one, and connects no more (FACE-32, FACE-33)', async () => {
  await openRoomScreen();
  expect(await screen.findByLabelText('Message')).toBeEnabled();
  receive(errorFrame('face_required', 'This is open only to members with a verified face'));
  act(() => FakeSocket.last.drop(4403));
  const dialog = await screen.findByRole('dialog', { name: 'Face verification required' });
  expect(dialog).toHaveTextContent('Group chat is open only to members');
  expect(screen.queryByText(banned)).toBeNull();
  act(() => screen.getByRole('button', { name: 'MAYBE LATER' }).click());
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await wait(60_000);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(FakeSocket.opened).toHaveLength(1);
  // Asked for again with a press.
  act(() => screen.getByRole('button', { name: 'Add your face' }).click());
  expect(await screen.findByRole('dialog', { name: 'Face verification required' })).toBeVisible();
});

it('says that one is banned when only the close says it (WS-28)', async () => {
  await openRoomScreen();
  act(() => FakeSocket.last.drop(4403));
  await wait(10_000);
  expect(screen.getByText(banned)).toBeVisible();
  expect(FakeSocket.opened).toHaveLength(1);
});

it.each(['revoked access', 'a deleted room'])(
  'says so after %s and goes to the rooms after 3 s (ROOM-8, ROOM-12)',
  async () => {
    const app = await openRoomScreen();
    receive({ type: 'room_left', roomId: 'general' }, errorFrame('no_room_access', denied));
    expect(screen.getByText(denied)).toBeVisible();
    await wait(2_500);
    expect(screen.getByText(denied)).toBeVisible();
    expect(app.path()).toBe('/chat/general');
    await wait(600);
    await waitFor(() => expect(app.path()).toBe('/chat'));
    expect(FakeSocket.opened).toHaveLength(1);
    await wait(10_000);
    expect(FakeSocket.opened).toHaveLength(1);
  },
);

// The socket's end of a session led to the login screen without a word.
it('says on the login screen that the session has ended (WS-28, GEN-7)', async () => {
  const app = await openRoomScreen();
  receive(errorFrame('session_ended', 'Not authenticated'));
  act(() => FakeSocket.last.drop(4401));
  expect(await screen.findByRole('button', { name: 'LOGIN' })).toBeVisible();
  expect(await screen.findByText('Your session has ended. Please sign in again.')).toBeVisible();
  expect(app.path()).toBe('/login');
  await wait(2_000);
  expect(screen.getByText('Your session has ended. Please sign in again.')).toBeVisible();
  expect(FakeSocket.living).toHaveLength(0);
});

// A frozen tab saw one person's token become another's: the socket went on as the first.
it('keeps no connection of the one who was signed in before (GEN-16)', async () => {
  const app = await openRoomScreen();
  const first = FakeSocket.last;
  localStorage.setItem('token', 'of-another');
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  await waitFor(() => expect(app.path()).not.toBe('/chat/general'));
  // The old screen stays until the next one is fetched.
  await waitFor(() => expect(FakeSocket.living).not.toContain(first));
  for (const socket of FakeSocket.living) {
    act(() => socket.accept());
    expect(socket.sent[0]).toMatchObject({ token: 'of-another' });
  }
});

it('asks for a username when the server does, and enters with it (WS-22)', async () => {
  await openRoomScreen();
  receive({ type: 'username_required' });
  expect(screen.getByText('Username Required')).toBeInTheDocument();
  expect(await screen.findByRole('dialog', { name: 'Set Username' })).toBeVisible();
});

// Left open by Back, the modal stood there in the next room, for whoever was
// signed in by then.
it('does not ask for a username in the next room', async () => {
  const app = await openRoomScreen();
  receive({ type: 'username_required' });
  await screen.findByRole('dialog', { name: 'Set Username' });
  app.unmount();
  await wait(300);
  await openRoomScreen('night-watch');
  expect(await screen.findByLabelText('Message')).toBeEnabled();
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('plays a sound when a message names the member', async () => {
  const play = vi.spyOn(sound, 'playMentionSound').mockImplementation(() => {});
  await openRoomScreen();
  receive({ type: 'message', ...body({ seq: 1, mentions: [user.id] }) });
  expect(play).toHaveBeenCalledTimes(1);
});

// The socket's history is the same for everybody: it hid the flags of the page that HTTP had brought.
it('shows a moderator which messages were reported before the room was entered', async () => {
  const reported = body({ seq: 1, is_flagged: true });
  const joined = { type: 'room_joined', roomId: 'general', onlineCount: 1, seq: 1, resumed: false } as const;
  replies.access = () => access({ role: 'moderator' });
  replies.messages = () => messages([reported]);
  await openRoomScreen();
  receive(joined);
  receive({ type: 'message_history', roomId: 'general', messages: [{ ...reported, is_flagged: false }] });
  await waitFor(() => expect(useRoomLog.getState().messages).toMatchObject([{ is_flagged: true }]));
});
