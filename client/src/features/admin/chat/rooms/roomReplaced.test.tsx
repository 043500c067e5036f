// Two administrators who write about one room.
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { tidy } from '@/app/app.fixture';
import { server } from '@/net/server.fixture';
import { adminRoomsQuery } from '@/queries/chat/adminRooms';
import { queryClient } from '@/queries/client';
import { roomDrafts } from '@/stores/desk/formDrafts';
import { openRooms, play, played, press } from '../../admin.fixture';

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
beforeEach(play);
afterEach(() => {
  roomDrafts.reset();
  tidy();
});
afterAll(() => server.close());

async function anotherWrites(description: string) {
  played.rooms = played.rooms.map((one) => ({ ...one, description }));
  await act(() => queryClient.invalidateQueries({ queryKey: adminRoomsQuery.queryKey }));
}

// What another administrator had written a moment before was replaced unseen.
it('shows what saving would replace, and nothing else', async () => {
  await openRooms();
  await press('The Den');
  const form = within(await screen.findByRole('region', { name: 'Settings of The Den' }));
  await userEvent.type(form.getByLabelText('Display name'), '!');
  await anotherWrites('Early hours');
  await waitFor(() => expect(form.getByLabelText('Description')).toHaveValue('Early hours'));
  expect(form.queryByText(/Another administrator/)).toBeNull();

  await userEvent.type(form.getByLabelText('Description'), ' only');
  expect(form.queryByText(/Another administrator/)).toBeNull();
  await anotherWrites('Noon');
  expect(
    await form.findByText('Another administrator has changed this meanwhile. Saving replaces:'),
  ).toBeVisible();
  expect(form.getByText('Noon')).toBeVisible();
  expect(form.getByLabelText('Description')).toHaveValue('Early hours only');
  await userEvent.click(form.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(form.queryByText(/Another administrator/)).toBeNull());
  expect(played.calls.map(({ body }) => body)).toEqual([
    { display_name: 'The Den!', description: 'Early hours only' },
  ]);
});
