// The room on screen: its one session, from the access check to the reason for being shut
// out. Shutting the member out closes the connection and empties the stores; the reason
// stays until the screen is left.
import { markDone } from '@/stores/chat/firstSteps';
import { resetRoomLog } from '@/stores/roomlog/roomLog';
import { createMemberStore } from '@/stores/session/memberStore';
import { disconnect } from './connection';
import { editsInDoubt } from './editing';
import { resetOutgoing } from './outgoing';
import { resetPins } from './pins';
import { resetPresence } from './presence';
import { leaveReading } from './read';
import { resetRenames } from './renames';
import { resetRoomNotice } from './roomNotice';

/**
 * closed: no room is open. entering: the server has not answered yet. in: it has
 * admitted the member. failed: the access check failed; the connection goes on trying.
 * denied, banned, nameless and faceless shut the member out.
 */
export type RoomStatus = 'closed' | 'entering' | 'in' | 'failed' | ShutOut;
export type ShutOut = 'denied' | 'banned' | 'nameless' | 'faceless';

interface RoomState {
  roomId: string | null;
  status: RoomStatus;
}

export const useRoom = createMemberStore<RoomState>(() => ({ roomId: null, status: 'closed' }));

/** The status of a room for the member; a room that is not open yet is being entered. */
export const statusOf = (roomId: string) => (room: RoomState) =>
  room.roomId === roomId && room.status !== 'closed' ? room.status : 'entering';

/** Begins a room's session. */
export function startRoom(roomId: string) {
  useRoom.setState({ roomId, status: 'entering' });
}

/** The server has admitted the member. */
export function roomEntered() {
  useRoom.setState({ status: 'in' });
  markDone('roomEntered');
}

/** The access check of a room failed. A member who is in it stays there. */
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

/** Ends the session and drops the reason. */
export function closeRoom() {
  useRoom.setState(useRoom.getInitialState(), true);
  closeStores();
}

function closeStores() {
  leaveReading();
  disconnect();
  resetRenames();
  resetRoomLog();
  resetPresence();
  resetOutgoing();
  resetRoomNotice();
  editsInDoubt();
  resetPins();
}
