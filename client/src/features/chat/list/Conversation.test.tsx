// Focus in the message list: by arrow keys, after the menu, after a question.
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { api } from '@/net/api';
import { addMessage, openRoom } from '@/stores/chat';
import { bodies, body } from '@/stores/chat.fixture';
import { deleteMessage } from '@/stores/chatChanges';
import { showHistory } from '@/stores/chatPages';
import { TooltipProvider } from '@/ui/Tooltip';
import { MessageList } from './MessageList';

// jsdom has no layout: the window shows every row.
vi.mock('virtua', async () => {
  const { createElement, useImperativeHandle } = await import('react');
  return {
    Virtualizer({ data, children, ref }: { data: unknown[]; children: unknown; ref: never }) {
      useImperativeHandle(ref, () => ({ scrollToIndex() {} }));
      const draw = children as (item: unknown, index: number) => React.ReactNode;
      return createElement('div', null, data.map(draw));
    },
  };
});
afterAll(() => {
  vi.doUnmock('virtua');
});

beforeEach(() => {
  vi.spyOn(api, 'get').mockReturnValue(new Promise(() => {}));
  openRoom('general');
  showHistory(bodies(1, 5).map((m) => ({ ...m, user_id: 'u-me' })));
  render(<MessageList me="u-me" moderates={false} creator={null} roomId="general" />, {
    wrapper: TooltipProvider,
  });
});

const row = (text: string) => {
  const found = screen.getByText(text).closest<HTMLElement>('[data-key]');
  if (!found) throw new Error(`no row of ${text}`);
  return found;
};
const frame = () => act(() => new Promise<void>((done) => requestAnimationFrame(() => done())));

// The way began at the tab stop, which was the newest message: with three more
// below, ArrowUp went down.
it('walks from the row that has the focus', async () => {
  act(() => row('text 5').focus());
  act(() => {
    for (const seq of [6, 7, 8]) addMessage(body({ seq }));
  });
  fireEvent.keyDown(row('text 5'), { key: 'ArrowUp' });
  await frame();
  expect(row('text 4')).toHaveFocus();
});

it('makes the row that was focused the tab stop, so that it stays mounted', () => {
  act(() => row('text 2').focus());
  act(() => void addMessage(body({ seq: 6 })));
  expect(row('text 2')).toHaveAttribute('tabindex', '0');
  expect(row('text 6')).toHaveAttribute('tabindex', '-1');
});

// The focus ended on an invisible anchor of the menu.
it('gives the focus back to the row after the question about a deletion (CHAT-23)', async () => {
  const user = userEvent.setup();
  act(() => row('text 3').focus());
  await user.keyboard('{Enter}');
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  const question = await screen.findByRole('dialog', { name: 'Delete this message?' });
  await user.click(within(question).getByRole('button', { name: 'Keep' }));
  await vi.waitFor(() => expect(row('text 3')).toHaveFocus());
});

it('gives the focus back to the row when the menu is closed', async () => {
  const user = userEvent.setup();
  act(() => row('text 3').focus());
  await user.keyboard('{Enter}');
  await screen.findByRole('menu');
  await user.keyboard('{Escape}');
  await vi.waitFor(() => expect(row('text 3')).toHaveFocus());
});

// Copy and Reply gave a text that had been deleted meanwhile.
it('closes the menu of a message that is deleted (CHAT-11)', async () => {
  const user = userEvent.setup();
  act(() => row('text 3').focus());
  await user.keyboard('{Enter}');
  await screen.findByRole('menu');
  act(() => deleteMessage({ messageId: 'm3', deleted_at: '2026-11-21T13:00:00Z' }));
  await vi.waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
});

it('says when a message was written and who reacted where there is no pointer (CHAT-10)', async () => {
  const user = userEvent.setup();
  act(() => {
    const reactions = [{ messageId: 'm6', user_id: 'u-bob', username: 'bob', reaction: '🔥' }];
    addMessage(body({ seq: 6, reactions }));
  });
  act(() => row('text 6').focus());
  await user.keyboard('{Enter}');
  const menu = await screen.findByRole('menu');
  expect(within(menu).getByText(/bob/)).toHaveTextContent('bob');
  expect(menu).toHaveTextContent('2026');
});
