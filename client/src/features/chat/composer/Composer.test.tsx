import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { api } from '@/net/api';
import * as connection from '@/stores/room/connection';
import { chosenFiles, draft, resetDrafts } from '@/stores/room/drafts';
import { startEdit } from '@/stores/room/editing';
import { openOutgoing, pauseSending, resetOutgoing, useOutgoing } from '@/stores/room/outgoing';
import { useRoom } from '@/stores/room/room';
import { body } from '@/stores/roomlog/messages.fixture';
import { addMessage, openRoom } from '@/stores/roomlog/roomLog';
import { Composer } from './Composer';

const field = () => screen.getByLabelText('Message');
const queued = () => useOutgoing.getState().items.map((item) => item.content);
const send = () => screen.getByRole('button', { name: 'Send' });

function show(mayUpload = false, { moderates = false, readOnly = false } = {}) {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Composer
        roomId="general"
        name="General"
        mayUpload={mayUpload}
        moderates={moderates}
        readOnly={readOnly}
      />
    </QueryClientProvider>,
  );
}

beforeEach(() => {
  vi.spyOn(api, 'get').mockReturnValue(new Promise(() => {}));
  resetDrafts();
  openOutgoing('u-me', 'general');
  connection.useConnection.setState({ status: 'open', roomId: 'general', inRoom: true });
  useRoom.setState({ roomId: 'general', status: 'in' });
});

afterEach(() => {
  vi.useRealTimers();
  resetOutgoing();
  connection.disconnect();
  useRoom.setState({ roomId: null, status: 'closed' });
});

it('is closed until the room is entered and a username exists (CHAT-2)', () => {
  useRoom.setState({ status: 'entering' });
  show();
  expect(field()).toBeDisabled();
  act(() => useRoom.setState({ status: 'in' }));
  expect(field()).toBeEnabled();
});

it('is closed without a username (CHAT-2)', () => {
  useRoom.setState({ status: 'nameless' });
  show();
  expect(field()).toBeDisabled();
});

it('sends on Enter, breaks the line on Shift+Enter (CHAT-3)', async () => {
  const user = userEvent.setup();
  show();
  await user.type(field(), 'one{Shift>}{Enter}{/Shift}two{Enter}');
  expect(queued()).toEqual(['one\ntwo']);
  expect(field()).toHaveValue('');
});

it('does not send on the Enter that ends a composition (CHAT-3)', () => {
  show();
  fireEvent.change(field(), { target: { value: 'にほん' } });
  fireEvent.keyDown(field(), { key: 'Enter', isComposing: true });
  fireEvent.keyDown(field(), { key: 'Enter', keyCode: 229 });
  expect(queued()).toEqual([]);
  fireEvent.keyDown(field(), { key: 'Enter' });
  expect(queued()).toEqual(['にほん']);
});

it('counts what remains, red above 400 (CHAT-4)', () => {
  show();
  const left = () => screen.getByText(/characters left/).parentElement;
  fireEvent.change(field(), { target: { value: '😀'.repeat(400) } });
  expect(left()).toHaveTextContent('100');
  expect(left()).not.toHaveClass('red');
  fireEvent.change(field(), { target: { value: '😀'.repeat(401) } });
  expect(left()).toHaveTextContent('99');
  expect(left()).toHaveClass('red');
});

it("refuses 501 code points with 'Message too long (max 500 characters)' (CHAT-5)", () => {
  show();
  fireEvent.change(field(), { target: { value: 'a'.repeat(501) } });
  expect(screen.getAllByText('Message too long (max 500 characters)')[0]).toBeVisible();
  fireEvent.keyDown(field(), { key: 'Enter' });
  expect(queued()).toEqual([]);
  expect(field()).toHaveValue('a'.repeat(501));
});

it('sends nothing blank (CHAT-6)', () => {
  show();
  fireEvent.change(field(), { target: { value: ' \n\u200b ' } });
  expect(send()).toBeDisabled();
});

it('keeps the text during a rate limit and counts it down (CHAT-27)', () => {
  vi.useFakeTimers();
  show();
  fireEvent.change(field(), { target: { value: 'still here' } });
  act(() => pauseSending(3_000));
  expect(screen.getByText('Please wait a moment... 3')).toBeVisible();
  act(() => vi.advanceTimersByTime(1_000));
  expect(screen.getByText('Please wait a moment... 2')).toBeVisible();
  fireEvent.keyDown(field(), { key: 'Enter' });
  expect(field()).toHaveValue('still here');
  act(() => vi.advanceTimersByTime(2_000));
  expect(screen.queryByText(/Please wait/)).toBeNull();
  expect(send()).toBeEnabled();
});

it('announces typing at the first key, again after 1.5 s, and of stopping (CHAT-26)', () => {
  vi.useFakeTimers();
  const transmit = vi.spyOn(connection, 'transmit').mockReturnValue(true);
  const said = () => transmit.mock.calls.map(([frame]) => frame.type);
  show();
  const key = (value: string) => fireEvent.change(field(), { target: { value } });
  key('a');
  vi.advanceTimersByTime(1_499);
  key('ab');
  expect(said()).toEqual(['typing_start']);
  vi.advanceTimersByTime(1);
  key('abc');
  expect(said()).toEqual(['typing_start', 'typing_start']);
  vi.advanceTimersByTime(1_999);
  expect(said().at(-1)).toBe('typing_start');
  vi.advanceTimersByTime(1);
  expect(said().at(-1)).toBe('typing_stop');
  key('abcd');
  fireEvent.blur(field());
  expect(said().slice(-2)).toEqual(['typing_start', 'typing_stop']);
  key('abcde');
  fireEvent.keyDown(field(), { key: 'Enter' });
  expect(
    said()
      .filter((type) => type.startsWith('typing'))
      .slice(-2),
  ).toEqual(['typing_start', 'typing_stop']);
});

it('shows whom a message answers, cut at 60, and lets go of it (CHAT-21)', async () => {
  show();
  act(() => draft('general', { replyTo: { id: 'm1', userId: 'u', username: 'ann', text: 'x'.repeat(61) } }));
  expect(screen.getByText(/replying to/)).toHaveTextContent('replying to ann');
  expect(screen.getByText(`${'x'.repeat(60)}...`)).toBeVisible();
  expect(field()).toHaveFocus();
  await userEvent.click(screen.getByRole('button', { name: 'Cancel reply' }));
  expect(screen.queryByText(/replying to/)).toBeNull();
});

// Escape that cancelled a composition dropped the reply.
it('leaves Escape to an input method that composes (CHAT-21)', () => {
  show();
  act(() => draft('general', { replyTo: { id: 'm1', userId: 'u', username: 'ann', text: 'x' } }));
  fireEvent.keyDown(field(), { key: 'Escape', isComposing: true });
  fireEvent.keyDown(field(), { key: 'Escape', keyCode: 229 });
  expect(screen.getByText(/replying to/)).toBeVisible();
  fireEvent.keyDown(field(), { key: 'Escape' });
  expect(screen.queryByText(/replying to/)).toBeNull();
});

// 495 letters and 10 blanks were called too long, and could be sent.
it('counts a message as it is sent, without the blanks around it (CHAT-5)', () => {
  show();
  fireEvent.change(field(), { target: { value: `${'a'.repeat(495)}${' '.repeat(10)}` } });
  expect(screen.queryByText('Message too long (max 500 characters)')).toBeNull();
  expect(field()).not.toHaveAttribute('aria-invalid');
  expect(screen.getByText(/characters left/).parentElement).toHaveTextContent('5');
  expect(send()).toBeEnabled();
});

// Every second of the wait was announced over the messages.
it('announces a wait once and draws its seconds (CHAT-27)', () => {
  vi.useFakeTimers();
  show();
  act(() => pauseSending(3_000));
  expect(screen.getByText('Please wait a moment.')).toHaveAttribute('role', 'status');
  act(() => vi.advanceTimersByTime(1_000));
  expect(screen.getByText('Please wait a moment... 2')).not.toHaveAttribute('role');
});

it('inserts an emoji at the caret, and goes on after it', async () => {
  const user = userEvent.setup();
  show();
  await user.type(field(), 'ab');
  (field() as HTMLTextAreaElement).setSelectionRange(1, 1);
  await user.click(screen.getByRole('button', { name: 'Insert an emoji' }));
  await user.click(await screen.findByRole('button', { name: 'grinning face' }));
  await waitFor(() => expect(field()).toHaveValue('a😀b'));
  expect(field()).toHaveFocus();
  expect((field() as HTMLTextAreaElement).selectionStart).toBe(3);
});

it('offers a pasted picture for upload to those who may, and leaves text alone (MEDIA-6)', async () => {
  URL.createObjectURL = () => 'blob:1';
  URL.revokeObjectURL = () => {};
  const photo = new File(['x'], 'gate.png', { type: 'image/png' });
  const paste = (types: string[]) =>
    fireEvent.paste(field(), { clipboardData: { files: [photo], types, getData: () => '' } });
  show(true);
  paste(['text/plain', 'Files']);
  expect(screen.queryByRole('dialog')).toBeNull();
  paste(['Files']);
  expect(await screen.findByAltText('Preview of gate.png')).toBeVisible();
});

it('completes a name by keys and sends with the next Enter only', async () => {
  openRoom('general');
  for (const [seq, username] of ['bob', 'bea', 'carl'].entries())
    addMessage(body({ seq: seq + 1, username, user_id: `u-${username}` }));
  const user = userEvent.setup();
  show();
  await user.type(field(), 'hej @b');
  const options = () => screen.getAllByRole('option').map((option) => option.textContent);
  expect(options()).toEqual([expect.stringContaining('@bea'), expect.stringContaining('@bob')]);
  expect(field()).toHaveAttribute('aria-activedescendant', screen.getAllByRole('option')[0]?.id);
  await user.keyboard('{ArrowDown}{Enter}');
  expect(field()).toHaveValue('hej @bob ');
  expect(queued()).toEqual([]);
  expect(screen.queryByRole('listbox')).toBeNull();
  await user.keyboard('{Enter}');
  expect(queued()).toEqual(['hej @bob']);
});

it('puts the names away by Escape and keeps the reply', async () => {
  openRoom('general');
  addMessage(body({ seq: 1, username: 'bob', user_id: 'u-bob' }));
  const user = userEvent.setup();
  show();
  act(() => draft('general', { replyTo: { id: 'm1', userId: 'u', username: 'ann', text: 'x' } }));
  await user.type(field(), '@bo{Escape}');
  expect(screen.queryByRole('listbox')).toBeNull();
  expect(screen.getByText(/replying to/)).toBeVisible();
});

it.each([true, false])('offers everybody to those who may name them: %s', async (moderates) => {
  openRoom('general');
  show(false, { moderates });
  await userEvent.type(field(), '@al');
  expect(screen.queryAllByText('@all')).toHaveLength(moderates ? 1 : 0);
});

it('edits a text with a banner, and Escape gives back what was being written', async () => {
  const transmit = vi.spyOn(connection, 'transmit').mockReturnValue(true);
  const user = userEvent.setup();
  show();
  act(() => draft('general', { text: 'half' }));
  act(() => startEdit(body({ seq: 1, user_id: 'u-me', message: 'old words' })));
  expect(field()).toHaveValue('old words');
  expect(field()).toHaveFocus();
  await user.keyboard('{Escape}');
  expect(field()).toHaveValue('half');
  act(() => startEdit(body({ seq: 1, user_id: 'u-me', message: 'old words' })));
  await user.type(field(), ' anew{Enter}');
  expect(transmit).toHaveBeenCalledWith(
    expect.objectContaining({ type: 'edit_message', messageId: 'm1', message: 'old words anew' }),
  );
  expect(queued()).toEqual([]);
});

it('keeps what is being written in each room, in this tab', () => {
  const rendered = (roomId: string) => {
    cleanup();
    render(
      <QueryClientProvider client={new QueryClient()}>
        <Composer roomId={roomId} name={roomId} mayUpload={false} moderates={false} readOnly={false} />
      </QueryClientProvider>,
    );
  };
  rendered('general');
  fireEvent.change(field(), { target: { value: 'half a thought' } });
  rendered('side');
  expect(field()).toHaveValue('');
  fireEvent.change(field(), { target: { value: 'another' } });
  rendered('general');
  expect(field()).toHaveValue('half a thought');
  expect(JSON.parse(sessionStorage.getItem('chat_drafts') ?? '{}')).toMatchObject({
    general: { text: 'half a thought' },
    side: { text: 'another' },
  });
});

it("counts the room's slow mode down and keeps the text", () => {
  vi.useFakeTimers();
  show();
  fireEvent.change(field(), { target: { value: 'next' } });
  act(() => pauseSending(12_000, true));
  expect(screen.getByText('Slow mode: your message goes in 12 s')).toBeVisible();
  expect(field()).toHaveValue('next');
  expect(send()).toBeDisabled();
});

it('is closed in a read-only room, and says why', () => {
  show(false, { readOnly: true });
  expect(field()).toBeDisabled();
  expect(field()).toHaveAttribute('placeholder', 'Only moderators can write in this room');
});

// A session that ended in the middle of an upload took the file with it; the text came back.
it('has a file that was not sent when the room is opened again, until it is discarded', async () => {
  URL.createObjectURL = () => 'blob:1';
  URL.revokeObjectURL = () => {};
  show(true);
  const photo = new File(['x'], 'gate.jpg', { type: 'image/jpeg' });
  fireEvent.paste(field(), { clipboardData: { types: ['Files'], files: [photo] } });
  expect(await screen.findByAltText('Preview of gate.jpg')).toBeVisible();
  cleanup();
  show(true);
  expect(await screen.findByAltText('Preview of gate.jpg')).toBeVisible();
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
  fireEvent.click(await screen.findByRole('button', { name: 'Discard' }));
  expect(chosenFiles.get('general')).toEqual([]);
});
