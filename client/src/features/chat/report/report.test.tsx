// Reporting a message or a member.
import { act, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { fail, ok, server } from '@/net/server.fixture';
import { closeReport, openReport } from '@/stores/chat/report';
import { asksBeforeItCloses } from '@/ui/unsaved.fixture';
import { openRoomScreen, playChat } from '../chat.fixture';

playChat();

let sent: unknown[];
let reply: () => Response;

beforeEach(() => {
  sent = [];
  reply = () => ok();
  server.use(
    http.post('/api/chat/report', async ({ request }) => {
      sent.push(await request.json());
      return reply();
    }),
  );
});

const aboutMessage = { userId: 'u-ann', username: 'ann', messageId: 'm-7', words: 'Buy my boots' };
const open = (subject: Parameters<typeof openReport>[0]) => act(async () => openReport(subject));
const send = () => screen.findByRole('button', { name: 'Send report' });

it('sends the message, the reason and the note', async () => {
  await openRoomScreen();
  await open(aboutMessage);
  expect(await screen.findByText('Buy my boots')).toBeVisible();
  expect(await send()).toBeDisabled();
  await userEvent.click(screen.getByRole('radio', { name: 'Spam or advertising' }));
  await userEvent.type(screen.getByRole('textbox', { name: /Anything else/ }), ' third time ');
  await userEvent.click(await send());
  expect(await screen.findByText('Thank you. The report was sent.')).toBeVisible();
  expect(sent).toEqual([{ messageId: 'm-7', reason: 'spam', note: 'third time' }]);
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('sends a member without a message', async () => {
  await openRoomScreen();
  await open({ userId: 'u-ann', username: 'ann' });
  await userEvent.click(await screen.findByRole('radio', { name: 'Harassment' }));
  await userEvent.click(await send());
  expect(await screen.findByText('Thank you. The report was sent.')).toBeVisible();
  expect(sent).toEqual([{ userId: 'u-ann', reason: 'harassment', note: '' }]);
});

it('says that it was reported before', async () => {
  reply = () => fail(409, 'You have reported this already', 'conflict');
  await openRoomScreen();
  await open(aboutMessage);
  await userEvent.click(await screen.findByRole('radio', { name: 'Spam or advertising' }));
  await userEvent.click(await send());
  expect(await screen.findByText('You have reported this already.')).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('keeps what was written when it fails, and refuses a note that is too long', async () => {
  reply = () => fail(500, '', 'internal');
  await openRoomScreen();
  await open(aboutMessage);
  await userEvent.click(await screen.findByRole('radio', { name: 'Something else' }));
  await userEvent.click(screen.getByRole('textbox', { name: /Anything else/ }));
  await userEvent.paste('x'.repeat(501));
  expect(screen.getByText('The note is too long (max 500 characters)')).toBeVisible();
  expect(await send()).toBeDisabled();
  await userEvent.keyboard('{Backspace}');
  await userEvent.click(await send());
  expect(await screen.findByText('Failed to send the report')).toBeVisible();
  expect(screen.getByRole('textbox', { name: /Anything else/ })).toHaveValue('x'.repeat(500));
});

// A session that ended, or a phone that put the tab away, took the note with it.
it('keeps what was written when the dialog goes by itself, for the same message', async () => {
  await openRoomScreen();
  await open(aboutMessage);
  const note = () => screen.findByLabelText(/Anything else/);
  const goes = () => act(async () => closeReport());
  const cancel = () => fireEvent.click(screen.getByText('Cancel'));
  fireEvent.click(await screen.findByLabelText('Harassment'));
  fireEvent.change(await note(), { target: { value: 'Since Monday' } });
  await goes();
  await open({ userId: 'u-bob', username: 'bob' });
  expect(await note()).toHaveValue('');
  cancel();
  await open(aboutMessage);
  expect(await note()).toHaveValue('Since Monday');
  expect(screen.getByLabelText('Harassment')).toBeChecked();
  asksBeforeItCloses();
  cancel();
  await open(aboutMessage);
  expect(await note()).toHaveValue('');
});
