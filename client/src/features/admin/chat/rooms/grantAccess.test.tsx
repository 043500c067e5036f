// The form that gives a member access to a room, when its call fails.
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { tidy } from '@/app/app.fixture';
import { fail, server } from '@/net/server.fixture';
import { asksBeforeItCloses } from '@/ui/unsaved.fixture';
import { openRooms, play, press } from '../../admin.fixture';

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
beforeEach(play);
afterEach(tidy);
afterAll(() => server.close());

async function openForm() {
  await openRooms();
  await press('The Den');
  await press('Grant Access');
  return screen.findByRole('dialog', { name: 'Grant Room Access' });
}

// What was typed went with a reload, and with a session that ended.
it('keeps what was typed until it is sent or thrown away', async () => {
  server.use(http.post('/api/admin/room-access', () => fail(404, 'No such member', 'not_found')));
  const form = await openForm();
  await userEvent.selectOptions(within(form).getByRole('combobox'), 'moderator');
  await userEvent.type(within(form).getByRole('textbox'), 'cem@example.com{Enter}');
  expect(await screen.findByText('No such member')).toBeVisible();
  cleanup();
  const again = await openForm();
  expect(within(again).getByRole('textbox')).toHaveValue('cem@example.com');
  expect(within(again).getByRole('combobox')).toHaveValue('moderator');
  asksBeforeItCloses();
  await press('Cancel');
  await press('Grant Access');
  expect(screen.getByRole('textbox')).toHaveValue('');
  expect(screen.getByRole('combobox')).toHaveValue('member');
});
