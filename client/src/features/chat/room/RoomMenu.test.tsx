// How long a room is silent is counted by the server's clock.
import { texts } from 'texts:chat/menus';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { api } from '@/net/api';
import { dateReceived, resetServerClock } from '@/net/serverClock';
import { resetRooms, useRooms } from '@/stores/chat/rooms';
import { listed } from '@/stores/chat/rooms.fixture';
import RoomMenu from './RoomMenu';

const dayMs = 86_400_000;

afterEach(() => {
  resetServerClock();
  resetRooms();
});

function open(mutedUntil: number | null = null) {
  const until = mutedUntil === null ? null : new Date(mutedUntil).toISOString();
  const room = listed({ id: 'general', notifications: { level: 'all', mutedUntil: until } });
  useRooms.setState({ byId: { general: room } });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RoomMenu
        trigger={<button type="button">More</button>}
        roomId="general"
        onMentions={() => {}}
        onSearch={() => {}}
      />
    </QueryClientProvider>,
  );
}

// A device a day behind muted a room until yesterday, and one a day ahead for 25 hours.
it.each([dayMs, -dayMs])('mutes for an hour on a device whose clock is %i ms off', async (off) => {
  const put = vi.spyOn(api, 'put').mockResolvedValue({ notifications: { level: 'all', mutedUntil: null } });
  const server = Date.now() - off;
  dateReceived(new Date(server).toUTCString());
  open();
  await userEvent.click(await screen.findByRole('menuitem', { name: texts.mute1h }));
  const body = put.mock.calls[0]?.[1] as { mutedUntil: string } | undefined;
  expect(Math.round((Date.parse(body?.mutedUntil ?? '') - server) / 60_000)).toBe(60);
});

it('offers to end a mute that still lasts on the server', async () => {
  const server = Date.now() - dayMs;
  dateReceived(new Date(server).toUTCString());
  open(server + 3_600_000);
  expect(await screen.findByRole('menuitem', { name: texts.unmute })).toBeVisible();
});
