// The pins of the room on screen, asked for beside what the socket brings.
import { beforeEach, expect, it, vi } from 'vitest';
import { api } from '@/net/api';
import { showHistory } from '@/stores/roomlog/historyPages';
import { bodies, body } from '@/stores/roomlog/messages.fixture';
import { type RoomEvent, rememberRename, rememberRoomEvent } from '@/stores/roomlog/roomEvents';
import { openRoom } from '@/stores/roomlog/roomLog';
import type { Pin, Pins } from '@/wire/bodies.gen';
import { changePins, loadPins, renamePinned, resetPins, usePins } from './pins';

const pinOf = (seq: number): Pin => ({
  message: body({ seq }),
  pinnedBy: 'ann',
  pinnedAt: '2026-11-21T12:00:00Z',
});
const shown = () => usePins.getState().pins.map(({ message }) => message.id);

let answer: (pins: Omit<Pins, 'success'>) => void;

beforeEach(() => {
  openRoom('general');
  showHistory(bodies(1, 9));
  resetPins();
  vi.spyOn(api, 'get').mockImplementation(
    () =>
      new Promise((done) => {
        answer = (pins) => done({ success: true, ...pins } as never);
      }),
  );
});

function happens(event: RoomEvent) {
  rememberRoomEvent(event);
  changePins(event);
}

const pinned = (seq: number, messageId: string): RoomEvent => ({
  type: 'message_pinned',
  roomId: 'general',
  seq,
  messageId,
  userId: 'u-ann',
});

// The list was asked for up to three times, until nothing had happened meanwhile.
it('lays pins, unpins, edits and deletions of later over the list, in one request', async () => {
  const loading = loadPins('general');
  happens(pinned(21, 'm4'));
  happens({ type: 'message_unpinned', roomId: 'general', seq: 22, messageId: 'm1', userId: 'u-ann' });
  happens({
    type: 'message_edited',
    roomId: 'general',
    seq: 23,
    messageId: 'm2',
    message: 'better',
    editedAt: '2026-11-21T13:00:00Z',
    mentions: [],
  });
  happens({
    type: 'message_deleted',
    roomId: 'general',
    seq: 24,
    messageId: 'm3',
    deleted_at: '2026-11-21T13:00:00Z',
  });
  answer({ pins: [pinOf(3), pinOf(2), pinOf(1)], asOf: '20', siteAsOf: '0' });
  await loading;
  expect(shown()).toEqual(['m4', 'm2']);
  expect(usePins.getState().pins[1]?.message.message).toBe('better');
  expect(api.get).toHaveBeenCalledTimes(1);
});

it('takes a list that was read after the events as it is', async () => {
  const loading = loadPins('general');
  happens(pinned(21, 'm4'));
  answer({ pins: [pinOf(1)], asOf: '22', siteAsOf: '0' });
  await loading;
  expect(shown()).toEqual(['m1']);
});

// A pin kept the name that its message's author had when the room was opened.
it('shows pins under the names of now', async () => {
  const rename = { userId: 'u-ann', oldUsername: 'ann', newUsername: 'anna', siteSeq: 5 };
  const loading = loadPins('general');
  rememberRename(rename);
  renamePinned(rename);
  answer({ pins: [pinOf(1)], asOf: '20', siteAsOf: '4' });
  await loading;
  expect(usePins.getState().pins[0]).toMatchObject({ pinnedBy: 'anna', message: { username: 'anna' } });
});

// A member who chose a first username became the one who had pinned what nobody is named for.
it('leaves a pin that names nobody when a member chooses a first username', async () => {
  const loading = loadPins('general');
  answer({ pins: [{ ...pinOf(1), pinnedBy: '' }], asOf: '20', siteAsOf: '4' });
  await loading;
  renamePinned({ userId: 'u-new', oldUsername: '', newUsername: 'newcomer', siteSeq: 5 });
  expect(usePins.getState().pins[0]?.pinnedBy).toBe('');
});
