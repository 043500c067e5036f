// Focus in the message list: by arrow keys, after the menu, after a question.
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { ApiError, api } from '@/net/api';
import { resetIgnored, useIgnored } from '@/stores/chat/ignored';
import { closeProfile, useProfilePopup } from '@/stores/people/profilePopup';
import { jumpTo } from '@/stores/room/jump';
import { useOutgoing } from '@/stores/room/outgoing';
import { addReaction, deleteMessage } from '@/stores/roomlog/events.fixture';
import { showHistory, showOlderPage } from '@/stores/roomlog/historyPages';
import { bodies, body, read } from '@/stores/roomlog/messages.fixture';
import { addMessage, markUnreadAfter, openRoom } from '@/stores/roomlog/roomLog';
import { MessageList } from './MessageList';

interface Shown {
  data: unknown[];
  shift: boolean;
  keepMounted: readonly number[];
  children: unknown;
  ref: never;
}
// What the window was given: how many entries, and whether they came at the start.
const shown: [number, boolean][] = [];
/** The entries that stay when they are scrolled away. */
let mounted: readonly number[] = [];

// jsdom has no layout: the window shows every row.
vi.mock('virtua', async () => {
  const { createElement, useImperativeHandle } = await import('react');
  return {
    Virtualizer({ data, shift, keepMounted, children, ref }: Shown) {
      mounted = keepMounted;
      shown.push([data.length, shift]);
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
  render(<MessageList me="u-me" moderates={false} creator={null} roomId="general" />, {});
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

it('copies the text of a message (CHAT-20)', async () => {
  const user = userEvent.setup();
  act(() => row('text 3').focus());
  await user.keyboard('{Enter}');
  await user.click(await screen.findByRole('menuitem', { name: 'Copy' }));
  expect(await navigator.clipboard.readText()).toBe('text 3');
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
  act(() => deleteMessage('m3'));
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

// A failed send was said twice: by its row and by the notice.
it('leaves it to the notice to say that a send failed', () => {
  const mine = {
    clientMsgId: 'c1',
    kind: 'text',
    content: 'lost words',
    replyTo: null,
    createdAt: 0,
  } as const;
  act(() => useOutgoing.setState({ items: [{ ...mine, state: 'failed', reason: 'No' }] }));
  expect(row('lost words')).toHaveTextContent('Failed to send message');
  expect(row('lost words').querySelector('[aria-live], [role=alert], [role=status]')).toBeNull();
  act(() => useOutgoing.setState({ items: [] }));
});

// The entry was made anew when its send was acknowledged, and the focus went to the page.
it("keeps the focus in a message of one's own when its send arrives", () => {
  const mine = { clientMsgId: 'c1', kind: 'text', content: 'my words', replyTo: null, createdAt: 0 } as const;
  act(() => useOutgoing.setState({ items: [{ ...mine, state: 'sent', reason: '' }] }));
  act(() => row('my words').focus());
  const before = row('my words');
  act(() => {
    useOutgoing.setState({ items: [] });
    addMessage({ ...body({ seq: 6, user_id: 'u-me' }), message: 'my words', clientMsgId: 'c1' });
  });
  expect(row('my words')).toBe(before);
  expect(before).toHaveFocus();
  expect(within(before).getByRole('button', { name: 'Reply' })).toBeVisible();
});

// The button goes with the failure, and the focus went with it.
it('keeps the focus in a failed message that is sent again', async () => {
  const user = userEvent.setup();
  const mine = { clientMsgId: 'c1', kind: 'text', content: 'my words', replyTo: null, createdAt: 0 } as const;
  act(() => useOutgoing.setState({ items: [{ ...mine, state: 'failed', reason: 'No' }] }));
  await user.click(within(row('my words')).getByRole('button', { name: 'Retry' }));
  expect(row('my words')).not.toHaveTextContent('Failed');
  expect(row('my words')).toHaveFocus();
  act(() => useOutgoing.setState({ items: [] }));
});

it('moves the focus to the line beside a failed message that is discarded', async () => {
  const user = userEvent.setup();
  const mine = { kind: 'text', replyTo: null, createdAt: 0, state: 'failed', reason: 'No' } as const;
  act(() =>
    useOutgoing.setState({
      items: ['one', 'two'].map((content) => ({ ...mine, clientMsgId: content, content: `${content} lost` })),
    }),
  );
  await user.click(within(row('one lost')).getByRole('button', { name: 'Discard' }));
  expect(screen.queryByText('one lost')).toBeNull();
  expect(row('two lost')).toHaveFocus();
  await user.click(within(row('two lost')).getByRole('button', { name: 'Discard' }));
  expect(row('text 5')).toHaveFocus();
});

it('says how the list is walked by keys (CHAT-20)', () => {
  expect(screen.getByRole('list', { name: 'Messages' })).toHaveAccessibleDescription(/Arrow keys/);
});

it('shows one line for what an ignored member wrote in a row, until it is asked for', async () => {
  const user = userEvent.setup();
  act(() => useIgnored.setState({ members: new Map([['u-eve', 'eve']]), revealed: new Set() }));
  try {
    act(() => {
      for (const seq of [6, 7]) addMessage(body({ seq, user_id: 'u-eve', username: 'eve' }));
    });
    expect(screen.queryByText('text 6')).toBeNull();
    expect(screen.getByText('2 messages from people you ignore')).toBeVisible();
    act(() => {
      addMessage(body({ seq: 8, user_id: 'u-bob', username: 'bob' }));
      addMessage(body({ seq: 9, user_id: 'u-eve', username: 'eve' }));
      addMessage(body({ seq: 10, user_id: 'u-eve', username: 'eve', mentionsAll: true }));
    });
    expect(screen.getAllByRole('button', { name: 'Show' })).toHaveLength(2);
    expect(screen.getByText('Message from someone you ignore')).toBeVisible();
    expect(screen.getByText('text 10')).toBeVisible();
    await user.click(screen.getAllByRole('button', { name: 'Show' })[0] as HTMLElement);
    expect(screen.getByText('text 6')).toBeVisible();
    expect(screen.getByText('text 7')).toBeVisible();
    expect(screen.queryByText('text 9')).toBeNull();
  } finally {
    act(resetIgnored);
  }
});

it('lists who reacted, and opens the profile of one', async () => {
  const user = userEvent.setup();
  act(() => {
    for (const [i, name] of ['ann', 'bob', 'cem', 'dee'].entries())
      addReaction({ messageId: 'm5', user_id: `u-${name}`, username: name, reaction: i < 3 ? '🔥' : '🎯' });
  });
  act(() => row('text 5').focus());
  await user.keyboard('{Enter}');
  await user.click(await screen.findByRole('menuitem', { name: 'Reactions' }));
  const sheet = await screen.findByRole('dialog', { name: 'Reactions' });
  const fire = within(sheet).getByRole('region', { name: 'fire, 3' });
  expect(
    within(fire)
      .getAllByRole('button')
      .map((b) => b.textContent),
  ).toEqual([expect.stringContaining('ann'), expect.stringContaining('bob'), expect.stringContaining('cem')]);
  await user.click(within(sheet).getByRole('button', { name: /dee/ }));
  expect(useProfilePopup.getState().username).toBe('dee');
  act(closeProfile);
});

// What is read moved by the height of a row: the list takes all that it grew by for what
// came at the start.
it('shows an older page and what came at the end meanwhile in two steps (CHAT-15)', () => {
  act(() => {
    openRoom('general');
    showHistory(bodies(51, 100));
  });
  shown.length = 0;
  act(() => {
    showOlderPage(read(bodies(1, 50)));
    addMessage(body({ seq: 101 }));
  });
  const steps = shown.filter(([length, shift], n) => n === 0 || length !== shown[n - 1]?.[0] || shift);
  expect(steps).toEqual([
    [100, true],
    [101, false],
  ]);
});

// A voice message stopped when it was scrolled away: only the tab stop stayed.
it('keeps the row that plays until it ends', () => {
  act(() => row('text 5').focus());
  const before = mounted;
  const sound = document.createElement('audio');
  row('text 2').append(sound);
  fireEvent.play(sound);
  expect(mounted.length).toBe(before.length + 1);
  fireEvent.pause(sound);
  expect(mounted).toEqual(before);
  sound.remove();
});

// The badge said 99+, and nothing in the room led to where they begin. Then the way there
// was gone when the line was lost on it.
it('leads to the first unread message of thousands, once it is loaded', async () => {
  showHistory(bodies(1_951, 2_000));
  act(() => markUnreadAfter(499));
  const lead = screen.getByRole('button', { name: 'First new message' });
  vi.mocked(api.get).mockRejectedValueOnce(new ApiError(0, '', 'network'));
  await userEvent.click(lead);
  expect(lead).toBeVisible();
  vi.mocked(api.get).mockResolvedValueOnce(read(bodies(475, 525)));
  await userEvent.click(lead);
  expect(api.get).toHaveBeenLastCalledWith('/chat/room/general/messages?around=500&limit=50');
  expect(await screen.findByText('text 500')).toBeVisible();
  expect(lead).not.toBeInTheDocument();
  // The button is gone, and the keyboard began again at the top of the page.
  await waitFor(() => expect(row('text 500')).toHaveFocus());
});

// Who chose what a search had found was back at its button, and the way by arrow keys began
// at the newest message.
it('has the focus where a jump leads, unless something is typed', async () => {
  const { id } = body({ seq: 2 });
  act(() => jumpTo(id, 'general'));
  await waitFor(() => expect(row('text 2')).toHaveFocus());
  const field = document.body.appendChild(document.createElement('textarea'));
  field.focus();
  act(() => jumpTo(body({ seq: 3 }).id, 'general'));
  await waitFor(() => expect(row('text 3')).toHaveAttribute('data-flash'));
  await frame();
  expect(field).toHaveFocus();
  field.remove();
});

// The button goes once it was pressed, and took the focus with it.
it('has the focus at the newest message when one returns to it', async () => {
  const list = screen.getByRole('list', { name: 'Messages' });
  Object.defineProperty(list, 'scrollHeight', { value: 2_000 });
  for (const top of [1_900, 500]) {
    list.scrollTop = top;
    fireEvent.scroll(list);
  }
  const newest = screen.getByRole('button', { name: 'Newest' });
  act(() => newest.focus());
  fireEvent.click(newest);
  await waitFor(() => expect(row('text 5')).toHaveFocus());
  expect(newest).not.toBeInTheDocument();
});

// After a jump far up the newest take the place of what was shown, and took the focus with it.
it('has the focus at the newest message when they replace the one that had it', async () => {
  act(() => row('text 3').focus());
  act(() => void showHistory(bodies(900, 950)));
  await waitFor(() => expect(row('text 950')).toHaveFocus());
  const field = document.body.appendChild(document.createElement('textarea'));
  field.focus();
  act(() => void showHistory(bodies(1_900, 1_950)));
  await frame();
  expect(field).toHaveFocus();
  field.remove();
});
