// What the menu of a message offers of its media.
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { showHistory } from '@/stores/roomlog/historyPages';
import { body } from '@/stores/roomlog/messages.fixture';
import { openRoom } from '@/stores/roomlog/roomLog';
import type { MessageBody } from '@/wire/frames.gen';
import MessageMenu from './MessageMenu';

function open(over: Partial<MessageBody>) {
  openRoom('general');
  showHistory([body({ seq: 1, user_id: 'u-me', created_at: new Date().toISOString(), ...over })]);
  const onWords = vi.fn();
  const none = () => {};
  render(
    <MessageMenu
      at={{ messageId: 'm1', key: 'm1', x: 0, y: 0, as: 'menu' }}
      me="u-me"
      moderates
      entry={() => null}
      onDelete={none}
      onWords={onWords}
      onEarlier={none}
      onReactions={none}
      onClose={none}
    />,
  );
  return onWords;
}

const item = (name: string) => screen.queryByRole('menuitem', { name });

it('opens the transcript of one’s own voice message', async () => {
  const onWords = open({ message_type: 'voice' });
  expect(item('Captions')).toBeNull();
  await userEvent.click(screen.getByRole('menuitem', { name: 'Transcript' }));
  expect(onWords).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ id: 'm1' }), 'm1');
});

it('opens the captions of one’s own video', async () => {
  const onWords = open({ message_type: 'video' });
  expect(item('Transcript')).toBeNull();
  await userEvent.click(screen.getByRole('menuitem', { name: 'Captions' }));
  expect(onWords).toHaveBeenCalledOnce();
});

it.each<[string, Partial<MessageBody>]>([
  ['another’s message', { message_type: 'voice', user_id: 'u-ann' }],
  ['a picture', { message_type: 'image' }],
  ['a text', {}],
])('offers neither for %s', (_, over) => {
  open(over);
  expect(item('Reply')).not.toBeNull();
  expect(item('Transcript')).toBeNull();
  expect(item('Captions')).toBeNull();
});

it.each<[string, Partial<MessageBody>, boolean]>([
  ['a voice message', { message_type: 'voice', user_id: 'u-ann' }, true],
  ['a video', { message_type: 'video', user_id: 'u-ann' }, true],
  ['an edited text', { edited_at: '2026-11-21T12:00:00Z' }, true],
  ['a picture', { message_type: 'image' }, false],
  ['a text', {}, false],
])('offers a moderator the earlier texts of %s as far as it may have some', (_, over, offered) => {
  open(over);
  expect(item('Earlier texts') !== null).toBe(offered);
});
