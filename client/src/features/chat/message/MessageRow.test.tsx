import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { speak } from '@/languages/texts';
import { timeline } from '@/rules/chat/timeline';
import { resetIgnored, useIgnored } from '@/stores/chat/ignored';
import {
  onContributorChanged,
  resetProfilePictures,
  useProfilePictures,
} from '@/stores/people/profilePictures';
import { closeProfile, useProfilePopup } from '@/stores/people/profilePopup';
import { closeViewer, useViewer } from '@/stores/room/viewer';
import { body } from '@/stores/roomlog/messages.fixture';
import { useRoomLog } from '@/stores/roomlog/roomLog';
import type { MessageBody } from '@/wire/frames.gen';
import { MessageRow } from './MessageRow';

function show(over: Partial<MessageBody>, byCreator = false) {
  const on = { onMenu: vi.fn(), onReact: vi.fn(), onReply: vi.fn(), onJump: vi.fn() };
  const element = (change: Partial<MessageBody>) => {
    const message = body({ seq: 1, ...over, ...change });
    const [row] = timeline([message], null, new Set()).rows;
    if (!row) throw new Error('no row');
    return {
      message,
      drawn: (
        <MessageRow
          item={{ key: 'k', row }}
          goesOn={false}
          me="u-me"
          byCreator={byCreator}
          tabStop
          menuOpen={false}
          flash={false}
          {...on}
        />
      ),
    };
  };
  const { message, drawn } = element({});
  const view = render(drawn);
  return { message, ...on, rerender: (change: Partial<MessageBody>) => view.rerender(element(change).drawn) };
}

const bubble = () => {
  const found = document.querySelector('.bubble');
  if (!found) throw new Error('no bubble');
  return found;
};

afterEach(() => vi.useRealTimers());

it('marks the creator by id, in words too, and nobody by name (CHAT-13)', () => {
  show({ username: 'creator' });
  expect(screen.queryByText('Creator')).toBeNull();
  show({ username: 'ann' }, true);
  expect(screen.getByText('Creator')).toBeVisible();
});

it('opens its menu after a press of 500 ms, not sooner (CHAT-20)', () => {
  vi.useFakeTimers();
  const { onMenu, message } = show({});
  fireEvent.pointerDown(bubble(), { clientX: 5, clientY: 5, isPrimary: true, button: 0 });
  act(() => vi.advanceTimersByTime(499));
  expect(onMenu).not.toHaveBeenCalled();
  act(() => vi.advanceTimersByTime(1));
  expect(onMenu).toHaveBeenCalledWith(expect.objectContaining({ messageId: message.id }));
});

// A finger that was lifted again reacted with what the sheet had put under it.
it('takes the click that ends a long press for no press on what it has opened', () => {
  vi.useFakeTimers();
  const { onMenu } = show({});
  const pressed = vi.fn();
  const below = document.body.appendChild(document.createElement('button'));
  below.onclick = pressed;
  const hold = () => {
    fireEvent.pointerDown(bubble(), { clientX: 5, clientY: 5, isPrimary: true, button: 0 });
    act(() => vi.advanceTimersByTime(600));
  };
  hold();
  expect(onMenu).toHaveBeenCalledOnce();
  fireEvent.pointerUp(document.body);
  fireEvent.click(below);
  expect(pressed).not.toHaveBeenCalled();
  // A browser that ends it without a click: what comes later is meant.
  hold();
  fireEvent.pointerUp(document.body);
  act(() => vi.advanceTimersByTime(400));
  fireEvent.click(below);
  expect(pressed).toHaveBeenCalledOnce();
  hold();
  fireEvent.pointerDown(below);
  fireEvent.click(below);
  expect(pressed).toHaveBeenCalledTimes(2);
  below.remove();
});

// Whoever held a button of a message for half a second got the menu instead.
it('takes a mouse that is held for a click, however long', () => {
  vi.useFakeTimers();
  const { onMenu, onJump } = show({
    reply_to_message_id: 'm0',
    reply_to_username: 'bob',
    reply_to_text: 'hey',
  });
  const quote = screen.getByRole('button', { name: /hey/ });
  fireEvent.pointerDown(quote, { isPrimary: true, button: 0, pointerType: 'mouse' });
  act(() => vi.advanceTimersByTime(2_000));
  fireEvent.pointerUp(quote, { pointerType: 'mouse' });
  fireEvent.click(quote);
  expect(onMenu).not.toHaveBeenCalled();
  expect(onJump).toHaveBeenCalledWith('m0');
});

// A page that was busy for the whole press saw the finger leave before its own timer ran
// out, and opened nothing.
it('knows a long press by its two moments when the page was busy meanwhile', () => {
  const { onMenu } = show({});
  const at = (type: string, timeStamp: number) => {
    const event = new PointerEvent(type, { bubbles: true, isPrimary: true, button: 0 });
    Object.defineProperty(event, 'timeStamp', { value: timeStamp });
    fireEvent(bubble(), event);
  };
  at('pointerdown', 1000);
  at('pointerup', 1499);
  expect(onMenu).not.toHaveBeenCalled();
  at('pointerdown', 3000);
  at('pointerup', 3500);
  expect(onMenu).toHaveBeenCalledOnce();
});

it('takes a scroll and a tap for no long press', () => {
  vi.useFakeTimers();
  const { onMenu } = show({});
  fireEvent.pointerDown(bubble(), { clientX: 5, clientY: 5, isPrimary: true, button: 0 });
  fireEvent.pointerMove(bubble(), { clientX: 5, clientY: 30 });
  act(() => vi.advanceTimersByTime(600));
  fireEvent.pointerDown(bubble(), { clientX: 5, clientY: 5, isPrimary: true, button: 0 });
  fireEvent.pointerUp(bubble());
  act(() => vi.advanceTimersByTime(600));
  expect(onMenu).not.toHaveBeenCalled();
});

// A message that was deleted under the finger opened its menu with the old text.
it('gives a press up when the message is deleted or leaves the list', () => {
  vi.useFakeTimers();
  const { onMenu, rerender } = show({});
  fireEvent.pointerDown(bubble(), { clientX: 5, clientY: 5, isPrimary: true, button: 0 });
  rerender({ message: '', deleted_at: '2026-11-21T12:00:00Z' });
  act(() => vi.advanceTimersByTime(600));
  rerender({});
  fireEvent.pointerDown(bubble(), { clientX: 5, clientY: 5, isPrimary: true, button: 0 });
  cleanup();
  act(() => vi.advanceTimersByTime(600));
  expect(onMenu).not.toHaveBeenCalled();
});

it("leaves a link's long press to the browser", () => {
  vi.useFakeTimers();
  const { onMenu } = show({ message: 'see https://a.example/' });
  fireEvent.pointerDown(screen.getByRole('link'), { clientX: 5, clientY: 5, isPrimary: true, button: 0 });
  act(() => vi.advanceTimersByTime(600));
  expect(onMenu).not.toHaveBeenCalled();
});

// A screen reader has neither a pointer nor the focus, and found no action.
it('has an Actions button without pointer and focus (CHAT-20)', () => {
  const { onMenu } = show({});
  const button = screen.getByRole('button', { name: 'Actions' });
  expect(button).toHaveAttribute('aria-haspopup', 'menu');
  fireEvent.click(button);
  expect(onMenu).toHaveBeenCalledTimes(1);
});

it.each([
  ['ContextMenu', {}],
  ['F10', { shiftKey: true }],
  ['Enter', {}],
])('opens its menu by %s (CHAT-20)', (key, more) => {
  const { onMenu } = show({});
  fireEvent.keyDown(screen.getByRole('listitem'), { key, ...more });
  expect(onMenu).toHaveBeenCalledTimes(1);
});

it('opens its menu by a right click, but leaves links to the browser', () => {
  const { onMenu } = show({ message: 'see https://a.example/' });
  fireEvent.contextMenu(screen.getByRole('link'));
  expect(onMenu).not.toHaveBeenCalled();
  fireEvent.contextMenu(bubble());
  expect(onMenu).toHaveBeenCalledTimes(1);
});

it('shows text as text and links with a safe rel (CHAT-6)', () => {
  show({ message: '<img src=x onerror=alert(1)> https://a.example/x' });
  expect(document.querySelector('img')).toBeNull();
  expect(screen.getByText(/<img src=x/)).toBeVisible();
  expect(screen.getByRole('link')).toHaveAttribute('rel', expect.stringContaining('noopener'));
});

it("shows 'Message deleted', and nothing can be done with it (CHAT-11)", () => {
  const { onMenu } = show({ message: '', deleted_at: '2026-11-21T12:00:00Z' });
  expect(screen.getByText('Message deleted')).toBeVisible();
  fireEvent.contextMenu(bubble());
  expect(onMenu).not.toHaveBeenCalled();
  // Only the name still leads to the profile.
  expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual(['ann']);
});

it('previews what it answers, cut at 30, and jumps there (CHAT-9, CHAT-44)', () => {
  const { onJump } = show({
    reply_to_message_id: 'm0',
    reply_to_username: 'bob',
    reply_to_text: 'y'.repeat(31),
  });
  const preview = screen.getByText(`${'y'.repeat(30)}...`);
  fireEvent.click(preview);
  expect(onJump).toHaveBeenCalledWith('m0');
});

it("says 'Message deleted' where a deleted message is answered (CHAT-11)", () => {
  show({ reply_to_message_id: 'm0', reply_to_username: 'bob', reply_to_text: null });
  expect(screen.getByText('Message deleted')).toBeVisible();
});

it('shows three distinct reactions and counts the rest; one press toggles (CHAT-10, CHAT-25)', () => {
  const reactions = ['🔥', '👍', '😂', '🎯', '🚀'].map((reaction) => ({
    messageId: 'm1',
    user_id: 'u-me',
    username: 'me',
    reaction,
  }));
  const { onReact, message } = show({ reactions });
  const chips = screen.getAllByRole('button', { pressed: true });
  expect(chips).toHaveLength(3);
  expect(screen.getByRole('button', { name: '2 more reactions' })).toBeVisible();
  fireEvent.click(screen.getByRole('button', { name: /^fire, 1, me/ }));
  expect(onReact).toHaveBeenCalledWith(message, '🔥');
});

it('keeps the box of a GIF that does not load (CHAT-9)', () => {
  show({ message_type: 'gif', messageType: 'gif', message: '', media_url: 'https://i.giphy.com/x.gif' });
  const image = screen.getByRole('img', { name: 'GIF from ann' });
  expect(image).toHaveAttribute('loading', 'lazy');
  fireEvent.error(image);
  expect(screen.queryByRole('img')).toBeNull();
  expect(document.querySelector('.box')).not.toBeNull();
});

it('shows the system apart from members (CHAT-12)', () => {
  const { onMenu } = show({ username: 'System', message: 'Maintenance at nine.' });
  expect(screen.getByText('Maintenance at nine.')).toBeVisible();
  expect(document.querySelector('.bubble')).toBeNull();
  fireEvent.keyDown(screen.getByRole('listitem'), { key: 'Enter' });
  expect(onMenu).not.toHaveBeenCalled();
});

// The sender's name was translated: in Spanish the system was drawn as a member.
it('shows the system apart from members in every language (CHAT-12)', async () => {
  await speak('es');
  try {
    show({ username: 'System', message: 'Maintenance at nine.' });
    expect(screen.getByText('Maintenance at nine.')).toBeVisible();
    expect(document.querySelector('.bubble')).toBeNull();
  } finally {
    await speak('en');
  }
});

it('hides what an ignored member wrote in replies', () => {
  useIgnored.setState({ members: new Map([['u-ann', 'ann']]), revealed: new Set() });
  try {
    show({
      user_id: 'u-bob',
      username: 'bob',
      reply_to_message_id: 'm-1',
      reply_to_username: 'ann',
      reply_to_text: 'Cheap boots',
    });
    expect(screen.queryByText('Cheap boots')).toBeNull();
  } finally {
    resetIgnored();
  }
});

it('marks who has contributed lately, as the profile says (CHAT-9, CHAT-37)', () => {
  const ann = {
    user_id: 'u-ann',
    username: 'ann',
    profile_picture_url: '/media/ann.jpg',
    profile_picture_thumbnail_url: '/media/ann-small.jpg',
    image_url: null,
    is_recent_contributor: true,
  };
  useProfilePictures.setState({ byName: new Map([['ann', { profile: ann, at: Date.now() }]]) });
  try {
    show({ user_id: 'u-ann', username: 'Ann' });
    expect(screen.getByText('contributed')).toBeVisible();
    expect(document.querySelector('img')).toHaveAttribute('src', '/media/ann-small.jpg');
    act(() =>
      onContributorChanged({
        type: 'contributor_changed',
        userId: 'u-ann',
        username: 'ann',
        isRecentContributor: false,
        position: 1,
      }),
    );
    expect(screen.queryByText('contributed')).toBeNull();
  } finally {
    resetProfilePictures();
  }
});

it('opens the profile from the name, the picture, the name it answers and a mention (PUB-5)', () => {
  show({
    message: 'ask @dee about it',
    mentions: ['u-dee'],
    reply_to_message_id: 'm0',
    reply_to_username: 'bob',
    reply_to_text: 'where is it?',
  });
  const opens = (element: Element | null) => {
    act(closeProfile);
    if (element) fireEvent.click(element);
    return useProfilePopup.getState().username;
  };
  expect(opens(screen.getByRole('button', { name: 'ann' }))).toBe('ann');
  expect(opens(document.querySelector('button.picture'))).toBe('ann');
  expect(opens(screen.getByRole('button', { name: 'bob' }))).toBe('bob');
  expect(opens(screen.getByRole('button', { name: '@dee' }))).toBe('dee');
  act(closeProfile);
});

// The finger that was lifted after a long press on a picture opened the picture
// over the menu.
it('takes the click that ends a long press for no press on the picture', () => {
  vi.useFakeTimers();
  const { message } = show({
    message_type: 'image',
    media_url: '/media/1/file',
    media_metadata: { width: 40, height: 30 },
  });
  useRoomLog.setState({ messages: [message] });
  const picture = screen.getByRole('img', { name: 'Image from ann' });
  fireEvent.pointerDown(picture, { clientX: 5, clientY: 5, isPrimary: true, button: 0 });
  act(() => vi.advanceTimersByTime(600));
  fireEvent.pointerUp(picture);
  fireEvent.click(picture);
  expect(useViewer.getState().items).toBeNull();
  fireEvent.pointerDown(picture, { clientX: 5, clientY: 5, isPrimary: true, button: 0 });
  fireEvent.pointerUp(picture);
  fireEvent.click(picture);
  expect(useViewer.getState().items).toHaveLength(1);
  closeViewer();
});
