// The list of rooms: what is offered, and what is said when it cannot be.
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { openAt } from '@/app/app.fixture';
import { fail, never, ok, server } from '@/net/server.fixture';
import { useSession } from '@/stores/session/session';
import { general, playChat, renameStored, replies, rooms, wait } from '../chat.fixture';

playChat();

const mess = {
  ...general,
  id: 'mess',
  name: 'mess',
  display_name: 'The Mess',
  description: 'Invited',
  is_default: false,
  access_level: 'admin',
};

it('lists rooms with their badges and descriptions, and opens one (ROOM-1)', async () => {
  replies.rooms = () => rooms([general, mess]);
  const app = openAt('/chat');
  expect(await screen.findByRole('link', { name: /General All Tap to enter chat/ })).toBeVisible();
  const link = screen.getByRole('link', { name: /The Mess Private Invited/ });
  expect(within(link).getByText('TM')).toHaveClass('avatar');
  expect(link.querySelector('.arrow')).not.toBeNull();
  await act(async () => fireEvent.click(link));
  await waitFor(() => expect(app.path()).toBe('/chat/mess'));
});

it("says 'Loading chat rooms...' meanwhile (ROOM-2)", async () => {
  server.use(http.get('/api/chat/rooms', never));
  openAt('/chat');
  expect(await screen.findByText('Loading chat rooms...')).toBeVisible();
});

it('asks for a username first; closing that goes to the dashboard (ROOM-3)', async () => {
  replies.userStatus = { ...replies.userStatus, hasUsername: false, username: null };
  const app = openAt('/chat');
  expect(await screen.findByText('Username Required')).toBeVisible();
  fireEvent.click(screen.getByRole('button', { name: 'Set Username' }));
  const cross = await screen.findByRole('button', { name: 'Close' });
  await act(async () => fireEvent.click(cross));
  await waitFor(() => expect(app.path()).toBe('/dashboard'));
});

// The name was not put into the session: when the first connection then failed
// nothing was ever tried again.
it('keeps a name that is set on this screen, so that chat may reconnect (ROOM-3, WS-29)', async () => {
  renameStored(null);
  replies.userStatus = { ...replies.userStatus, hasUsername: false, username: null };
  server.use(
    http.get('/api/chat/check-username/owl', () => ok({ available: true, reason: '' })),
    http.post('/api/chat/set-username', () => ok({ username: 'owl' })),
  );
  openAt('/chat');
  fireEvent.click(await screen.findByRole('button', { name: 'Set Username' }));
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.change(dialog.getByRole('textbox'), { target: { value: 'owl' } });
  expect(await dialog.findByText('@owl is available')).toBeVisible();
  replies.userStatus = { ...replies.userStatus, hasUsername: true, username: 'owl' };
  fireEvent.click(dialog.getByRole('button', { name: 'Set Username' }));
  expect(await screen.findByRole('link', { name: /General/ })).toBeVisible();
  expect(useSession.getState().user?.username).toBe('owl');
});

it.each([
  [500, 'Unable to load chat rooms. Server error - please try again in a moment.'],
  [403, 'Unable to load chat rooms. Access denied - please check your login status.'],
  [418, 'Unable to load chat rooms. Please refresh the page or try again later.'],
  [0, 'Unable to load chat rooms. Connection issue - please check your internet connection.'],
])('tries 5 times before it shows %i, then no more (ROOM-5, ROOM-6)', async (status, words) => {
  const askedAt: number[] = [];
  replies.rooms = () => {
    askedAt.push(Date.now());
    return status === 0 ? HttpResponse.error() : fail(status, '', 'x');
  };
  openAt('/chat');
  expect(await screen.findByText(words)).toBeVisible();
  expect(askedAt).toHaveLength(5);
  for (let n = 1; n < 5; n++) expect((askedAt[n] ?? 0) - (askedAt[n - 1] ?? 0)).toBeGreaterThanOrEqual(500);
  await wait(5_000);
  expect(askedAt).toHaveLength(5);
});

// The error stood in place of the list, and nothing asked again: two minutes after the server was
// back it was still there.
it('keeps the list through an outage, and asks again by itself (ROOM-1)', async () => {
  replies.rooms = () => rooms([general]);
  openAt('/chat');
  expect(await screen.findByRole('link', { name: /General/ })).toBeVisible();
  replies.rooms = () => fail(503, '', 'x');
  await wait(15_000);
  expect(screen.getByRole('link', { name: /General/ })).toBeVisible();
  expect(screen.queryByText(/Unable to load/)).toBeNull();
  replies.rooms = () => rooms([general, mess]);
  await wait(5_000);
  expect(await screen.findByRole('link', { name: /The Mess/ })).toBeVisible();
});

// A ban that was lifted stayed on the screen: no connection, nothing that asked.
it('lists the rooms again when a ban is lifted meanwhile (CHAT-33)', async () => {
  replies.userStatus = { ...replies.userStatus, isBanned: true };
  let asked = 0;
  replies.rooms = () => {
    asked++;
    return fail(403, '', 'banned');
  };
  openAt('/chat');
  expect(await screen.findByText('You are currently banned from chat')).toBeVisible();
  await wait(5_000);
  expect(asked).toBeLessThanOrEqual(1); // three calls, each refused alike
  replies.rooms = () => rooms([general]);
  replies.userStatus = { ...replies.userStatus, isBanned: false };
  await wait(16_000);
  expect(screen.getByRole('link', { name: /General/ })).toBeVisible();
});

it('says which room holds messages that are not sent', async () => {
  const { user } = useSession.getState();
  const waiting = [{ clientMsgId: 'c1', kind: 'text', content: 'later', state: 'queued' }];
  sessionStorage.setItem(`chat_outgoing:${user?.id}:general`, JSON.stringify(waiting));
  openAt('/chat');
  expect(await screen.findByRole('link', { name: /1 not sent/ })).toBeVisible();
});
