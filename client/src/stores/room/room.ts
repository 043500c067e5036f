// The room on screen as its one session: from opening the door to the reason
// for being outside. Being shut out closes the connection and empties the
// stores; the reason stays until the screen is left.
import { createMemberStore } from '@/stores/session/memberStore';
import { resetChat } from './chat';
import { disconnect } from './connection';
import { resetEditing } from './editing';
import { resetOutgoing } from './outgoing';
import { resetPins } from './pins';
import { resetPresence } from './presence';
import { leaveReading } from './read';
import { resetRenames } from './renames';
import { resetRoomNotice } from './roomNotice';

/**
 * closed: no room is open. entering: the server has not answered yet. in: it has
 * let the member in. failed: it could not be asked; the connection still tries.
 * denied, banned and nameless shut the member out.
 */
export type RoomStatus = 'closed' | 'entering' | 'in' | 'failed' | ShutOut;
export type ShutOut = 'denied' | 'banned' | 'nameless';

interface RoomState {
  roomId: string | null;
  status: RoomStatus;
}

export const useRoom = createMemberStore<RoomState>(() => ({ roomId: null, status: 'closed' }));

/** How a room is for the member; one that is not open yet is being entered. */
export const statusOf = (roomId: string) => (room: RoomState) =>
  room.roomId === roomId && room.status !== 'closed' ? room.status : 'entering';

/** Begins a room's session. */
export function startRoom(roomId: string) {
  useRoom.setState({ roomId, status: 'entering' });
}

/** The server has let the member in. */
export function roomEntered() {
  useRoom.setState({ status: 'in' });
}

/** The server could not be asked about a room. Whoever is in it stays there. */
export function roomFailed(roomId: string) {
  const room = useRoom.getState();
  if (room.roomId === roomId && room.status === 'in') return;
  useRoom.setState({ roomId, status: 'failed' });
}

/** Shuts the member out of a room, whatever was going on in it. */
export function shutOut(roomId: string, status: ShutOut) {
  useRoom.setState({ roomId, status });
  closeStores();
}

/** Ends the session and forgets why. */
export function closeRoom() {
  useRoom.setState(useRoom.getInitialState(), true);
  closeStores();
}

function closeStores() {
  leaveReading();
  disconnect();
  resetRenames();
  resetChat();
  resetPresence();
  resetOutgoing();
  resetRoomNotice();
  resetEditing();
  resetPins();
}
