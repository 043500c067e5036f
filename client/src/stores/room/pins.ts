// The pinned messages of the room on screen.
import { api } from '@/net/api';
import { createMemberStore } from '@/stores/session/memberStore';
import type { Pin, Pins } from '@/wire/bodies.gen';
import type { MessageBody } from '@/wire/frames.gen';
import { useChat } from './chat';
import { usePresence } from './presence';

interface PinsState {
  roomId: string | null;
  /** The newest pin first. */
  pins: readonly Pin[];
}

export const usePins = createMemberStore<PinsState>(() => ({ roomId: null, pins: [] }), resetPins);

const path = (roomId: string) => `/chat/room/${encodeURIComponent(roomId)}/pins`;

// What was pinned or unpinned while the list was on its way makes it old.
let changes = 0;
const attemptsAtMost = 3;

/** Asks for the pins of a room. */
export async function loadPins(roomId: string) {
  if (usePins.getState().roomId !== roomId) usePins.setState({ roomId, pins: [] });
  for (let attempt = 0; attempt < attemptsAtMost; attempt++) {
    const before = changes;
    try {
      const { pins } = await api.get<Pins>(path(roomId));
      if (usePins.getState().roomId !== roomId) return;
      usePins.setState({ pins });
    } catch {
      return; // asked again when the room is entered or a message is pinned
    }
    if (changes === before) return;
  }
}

const spreadMs = 2_000; // everybody in a room hears of a pin at once

/** A message was pinned: one that is loaded is shown at once, for another the list is asked again. */
export function messagePinned(messageId: string, userId: string) {
  changes++;
  const { roomId, pins } = usePins.getState();
  if (!roomId) return;
  const message = useChat.getState().messages.findLast((m) => m.id === messageId);
  if (!message) {
    setTimeout(() => {
      if (usePins.getState().roomId === roomId) void loadPins(roomId);
    }, Math.random() * spreadMs);
    return;
  }
  const pinnedBy = usePresence.getState().people.get(userId)?.username ?? '';
  const pin = { message, pinnedBy, pinnedAt: new Date().toISOString() };
  usePins.setState({ pins: [pin, ...pins.filter((other) => other.message.id !== messageId)] });
}

/** A message is no longer pinned, or was deleted. */
export function messageUnpinned(messageId: string) {
  changes++;
  const { pins } = usePins.getState();
  const left = pins.filter((pin) => pin.message.id !== messageId);
  if (left.length !== pins.length) usePins.setState({ pins: left });
}

/** A pinned message has another text. */
export function pinnedEdited(messageId: string, over: Partial<MessageBody>) {
  const { pins } = usePins.getState();
  if (!pins.some((pin) => pin.message.id === messageId)) return;
  usePins.setState({
    pins: pins.map((pin) =>
      pin.message.id === messageId ? { ...pin, message: { ...pin.message, ...over } } : pin,
    ),
  });
}

/** Pins a message for everybody; the room's event shows it. */
export const pinMessage = (roomId: string, messageId: string) => api.post(path(roomId), { messageId });

/** Takes a pin away for everybody. */
export const unpinMessage = (roomId: string, messageId: string) =>
  api.delete(path(roomId), { body: { messageId } });

export function resetPins() {
  changes++;
  usePins.setState(usePins.getInitialState(), true);
}
