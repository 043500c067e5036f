// The pinned messages of the room on screen.
import { api } from '@/net/api';
import {
  afterEvent,
  afterRename,
  afterRenames,
  afterRoomEvents,
  type Rename,
  type RoomEvent,
} from '@/stores/roomlog/roomEvents';
import { useRoomLog } from '@/stores/roomlog/roomLog';
import { createMemberStore } from '@/stores/session/memberStore';
import type { Pin, Pins } from '@/wire/bodies.gen';
import { usePresence } from './presence';

interface PinsState {
  roomId: string | null;
  /** The newest pin first. */
  pins: readonly Pin[];
}

export const usePins = createMemberStore<PinsState>(() => ({ roomId: null, pins: [] }), resetPins);

const path = (roomId: string) => `/chat/room/${encodeURIComponent(roomId)}/pins`;

/** Requests the pins of a room. */
export async function loadPins(roomId: string) {
  if (usePins.getState().roomId !== roomId) usePins.setState({ roomId, pins: [] });
  try {
    const read = await api.get<Pins>(path(roomId));
    if (usePins.getState().roomId !== roomId) return;
    const pins = afterRoomEvents<readonly Pin[]>(read.pins, read.asOf, pinsAfter);
    usePins.setState({ pins: afterRenames(pins, read.siteAsOf, pinsRenamed) });
  } catch {
    // Requested again when the room is entered or a message is pinned.
  }
}

const spreadMs = 2_000; // everybody in a room receives a pin at once

/** Applies an event of the room; for a pinned message that is not loaded the pins are requested again. */
export function changePins(event: RoomEvent) {
  const { roomId, pins } = usePins.getState();
  if (!roomId) return;
  const next = pinsAfter(pins, event);
  if (next !== pins) usePins.setState({ pins: next });
  else if (event.type === 'message_pinned' && !isPinned(pins, event.messageId)) {
    setTimeout(() => {
      if (usePins.getState().roomId === roomId) void loadPins(roomId);
    }, Math.random() * spreadMs);
  }
}

/** Applies a rename to the pins. */
export function renamePinned(rename: Rename) {
  usePins.setState(({ pins }) => ({ pins: pinsRenamed(pins, rename) }));
}

const isPinned = (pins: readonly Pin[], messageId: string) =>
  pins.some((pin) => pin.message.id === messageId);

/** The pins after an event of their room; unchanged when it concerns none of them. */
function pinsAfter(pins: readonly Pin[], event: RoomEvent): readonly Pin[] {
  const { messageId } = event;
  if (event.type === 'message_pinned') {
    const message = useRoomLog.getState().messages.findLast((m) => m.id === messageId);
    if (!message || isPinned(pins, messageId)) return pins;
    const pinnedBy = usePresence.getState().people.get(event.userId)?.username ?? '';
    return [{ message, pinnedBy, pinnedAt: new Date().toISOString() }, ...pins];
  }
  if (!isPinned(pins, messageId)) return pins;
  if (event.type === 'message_unpinned' || event.type === 'message_deleted')
    return pins.filter((pin) => pin.message.id !== messageId);
  return pins.map((pin) => ({ ...pin, message: afterEvent(pin.message, event) }));
}

function pinsRenamed(pins: readonly Pin[], rename: Rename): readonly Pin[] {
  return pins.map((pin) => ({
    ...pin,
    message: afterRename(pin.message, rename),
    pinnedBy: pin.pinnedBy !== '' && pin.pinnedBy === rename.oldUsername ? rename.newUsername : pin.pinnedBy,
  }));
}

/** Pins a message for everybody; the room's event shows it. */
export const pinMessage = (roomId: string, messageId: string) => api.post(path(roomId), { messageId });

/** Removes a pin for everybody. */
export const unpinMessage = (roomId: string, messageId: string) =>
  api.delete(path(roomId), { body: { messageId } });

export function resetPins() {
  usePins.setState(usePins.getInitialState(), true);
}
