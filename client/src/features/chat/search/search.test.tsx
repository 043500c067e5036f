// Searching from a room: what is asked, what is shown, and where a result leads.
import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { fail, ok, server } from '@/net/server.fixture';
import { dayStart } from '@/rules/time';
import { useJump } from '@/stores/room/jump';
import { body } from '@/stores/roomlog/messages.fixture';
import type { SearchResult } from '@/wire/bodies.gen';
import { openRoomScreen, playChat, wait } from '../chat.fixture';

playChat();

let asked: Record<string, string>[];
let reply: (asked: Record<string, string>) => Response;

const result = (seq: number, text: string, roomId = 'general'): SearchResult => ({
  roomId,
  roomName: roomId === 'general' ? 'General' : 'Field Notes',
  message: body({ seq, id: `m-${seq}`, roomId, username: 'ann', message: text }),
  snippet: text,
});

beforeEach(() => {
  asked = [];
  useJump.setState({ target: null });
  reply = () =>
    ok({ results: [result(2, 'The East Gate is open'), result(1, 'gate two')], nextCursor: null });
  server.use(
    http.get('/api/chat/search', ({ request }) => {
      const params = Object.fromEntries(new URL(request.url).searchParams);
      asked.push(params);
      return reply(params);
    }),
  );
});

async function openSearch() {
  await openRoomScreen();
  fireEvent.keyDown(window, { key: 'k', ctrlKey: true });
  return screen.findByRole('dialog', { name: 'Search messages' });
}

async function searchFor(words: string) {
  const panel = await openSearch();
  fireEvent.change(within(panel).getByRole('searchbox'), { target: { value: words } });
  await wait(400);
  return panel;
}

it('opens by Ctrl+K, asks after a pause and for two letters or more', async () => {
  const panel = await openSearch();
  const field = within(panel).getByRole('searchbox');
  expect(field).toHaveFocus();
  fireEvent.change(field, { target: { value: 'g' } });
  await wait(1_000);
  expect(asked).toEqual([]);
  fireEvent.change(field, { target: { value: 'ga' } });
  fireEvent.change(field, { target: { value: 'gate' } });
  await wait(400);
  expect(await within(panel).findByText('2 messages found')).toBeVisible();
  expect(asked).toEqual([{ q: 'gate', roomId: 'general', limit: '20' }]);
  const marks = [...panel.querySelectorAll('mark')].map((mark) => mark.textContent);
  expect(marks).toEqual(['Gate', 'gate']);
});

it('walks the results by arrow keys and jumps to one by Enter', async () => {
  const panel = await searchFor('gate');
  await within(panel).findByText('2 messages found');
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}{ArrowUp}');
  expect(within(panel).getByRole('searchbox')).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  await wait(50);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(useJump.getState().target).toMatchObject({ roomId: 'general', messageId: 'm-1' });
});

it('asks by its filters, days whole and by the own calendar', async () => {
  const panel = await searchFor('gate');
  await userEvent.click(within(panel).getByRole('button', { name: 'Filters, 1 set' }));
  await userEvent.selectOptions(within(panel).getByRole('combobox', { name: 'Room' }), 'All rooms');
  await userEvent.selectOptions(within(panel).getByRole('combobox', { name: 'With' }), 'link');
  fireEvent.change(within(panel).getByLabelText('From'), { target: { value: '@Ann' } });
  fireEvent.change(within(panel).getByLabelText('Since'), { target: { value: '2026-11-01' } });
  fireEvent.change(within(panel).getByLabelText('Until'), { target: { value: '2026-11-02' } });
  await wait(400);
  await within(panel).findByText('2 messages found');
  expect(asked.at(-1)).toEqual({
    q: 'gate',
    from: 'ann',
    after: dayStart('2026-11-01'),
    before: dayStart('2026-11-03'),
    has: 'link',
    limit: '20',
  });
});

// The server searches without words by a member or what is in a message; the panel did not.
it('asks by a filter alone', async () => {
  const panel = await openSearch();
  await userEvent.click(within(panel).getByRole('button', { name: 'Filters, 1 set' }));
  await userEvent.selectOptions(within(panel).getByRole('combobox', { name: 'With' }), 'link');
  expect(await within(panel).findByText('2 messages found')).toBeVisible();
  expect(asked).toEqual([{ roomId: 'general', has: 'link', limit: '20' }]);
  await userEvent.selectOptions(within(panel).getByRole('combobox', { name: 'With' }), '');
  fireEvent.change(within(panel).getByLabelText('Since'), { target: { value: '2026-11-01' } });
  await wait(400);
  expect(asked.at(-1)).toEqual({ roomId: 'general', after: dayStart('2026-11-01'), limit: '20' });
});

it('goes on with the next page and keeps what it has when that fails', async () => {
  reply = ({ cursor }) =>
    cursor
      ? fail(400, 'bad cursor')
      : ok({ results: [result(9, 'gate nine', 'field-notes')], nextCursor: 'next' });
  const panel = await searchFor('gate');
  expect(await within(panel).findByText('More could not be loaded.')).toBeVisible();
  expect(asked.map(({ cursor }) => cursor)).toEqual([undefined, 'next']);
  reply = () => ok({ results: [result(8, 'gate eight')], nextCursor: null });
  await userEvent.click(within(panel).getByRole('button', { name: 'Try again' }));
  expect(await within(panel).findByText('2 messages found')).toBeVisible();
});

it('says that nothing was found, and why it failed', async () => {
  reply = () => ok({ results: [], nextCursor: null });
  const panel = await searchFor('nothing');
  expect(await within(panel).findByText('Nothing found')).toBeVisible();
  reply = () => fail(429, 'slow down', 'limited');
  fireEvent.change(within(panel).getByRole('searchbox'), { target: { value: 'again' } });
  await wait(400);
  expect(await within(panel).findByText('Too many requests. Please try again later.')).toBeVisible();
});
