// A notification stays until its room is read, here or on another device; then it goes
// and the app's icon counts what is left.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { resetRooms, useRooms } from '@/stores/chat/rooms';
import { listed } from '@/stores/chat/rooms.fixture';
import { followRead } from './readNotifications';

let shown: { tag: string; close(): void }[];
const setAppBadge = vi.fn();
const clearAppBadge = vi.fn();
let visible = true;
let stop = () => {};

beforeEach(() => {
  shown = [];
  visible = true;
  const registration = { getNotifications: async () => [...shown] };
  Object.defineProperties(navigator, {
    serviceWorker: { configurable: true, value: { getRegistration: async () => registration } },
    setAppBadge: { configurable: true, value: setAppBadge },
    clearAppBadge: { configurable: true, value: clearAppBadge },
  });
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => (visible ? 'visible' : 'hidden'));
});
afterEach(() => {
  stop();
  resetRooms();
  for (const name of ['serviceWorker', 'setAppBadge', 'clearAppBadge'])
    Reflect.deleteProperty(navigator, name);
  setAppBadge.mockReset();
  clearAppBadge.mockReset();
});

function notify(...tags: string[]) {
  for (const tag of tags) {
    const one = {
      tag,
      close: () => {
        shown = shown.filter((other) => other !== one);
      },
    };
    shown.push(one);
  }
}
/** How many messages of each room are unread. */
const rooms = (unread: Record<string, number>) =>
  useRooms.setState({
    byId: Object.fromEntries(Object.entries(unread).map(([id, n]) => [id, listed({ id, unread: n })])),
  });
const tags = () => shown.map(({ tag }) => tag);
const look = () => document.dispatchEvent(new Event('visibilitychange'));

it('takes a notification away when its room is read, and counts the rest', async () => {
  notify('room:general', 'room:night-watch');
  rooms({ general: 3, 'night-watch': 1 });
  stop = followRead();
  await vi.waitFor(() => expect(setAppBadge).toHaveBeenLastCalledWith(2));
  expect(tags()).toEqual(['room:general', 'room:night-watch']);
  rooms({ general: 0, 'night-watch': 1 });
  await vi.waitFor(() => expect(setAppBadge).toHaveBeenLastCalledWith(1));
  expect(tags()).toEqual(['room:night-watch']);
  rooms({ general: 0, 'night-watch': 0 });
  await vi.waitFor(() => expect(clearAppBadge).toHaveBeenCalled());
  expect(tags()).toEqual([]);
});

it('takes away what was read on another device when the app is seen again', async () => {
  visible = false;
  stop = followRead();
  rooms({ general: 0 });
  notify('room:general', 'room:unlisted', '');
  visible = true;
  look();
  await vi.waitFor(() => expect(setAppBadge).toHaveBeenLastCalledWith(1));
  expect(tags()).toEqual(['room:unlisted']);
});

it('leaves a room unread as long as one only looks at the app', async () => {
  rooms({ general: 2 });
  notify('room:general');
  stop = followRead();
  look();
  await vi.waitFor(() => expect(setAppBadge).toHaveBeenCalledTimes(2));
  expect(tags()).toEqual(['room:general']);
});
