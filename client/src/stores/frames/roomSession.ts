// Enters and leaves rooms. One room is open at a time; the next room uses the same socket.

import { texts } from 'texts:frames';
import { closeUsernamePrompt } from '@/stores/people/usernamePrompt';
import { connectToRoom, useConnection } from '@/stores/room/connection';
import { editsInDoubt } from '@/stores/room/editing';
import { loadLatest } from '@/stores/room/history';
import { dropJump } from '@/stores/room/jump';
import { openOutgoing, unsentHere } from '@/stores/room/outgoing';
import { resetPins } from '@/stores/room/pins';
import { clearRoomPresence } from '@/stores/room/presence';
import { leaveReading } from '@/stores/room/read';
import { resetRenames } from '@/stores/room/renames';
import { closeRoom, type ShutOut, shutOut, startRoom, useRoom } from '@/stores/room/room';
import { resetRoomNotice } from '@/stores/room/roomNotice';
import { openRoom } from '@/stores/roomlog/roomLog';
import { patchUser, useSession } from '@/stores/session/session';
import { markStale } from '@/stores/stale';
import { toast } from '@/stores/toast';
import { applyFrame, connectionDown } from './applyFrame';

const leaveAfterMs = 250;
let leaving: ReturnType<typeof setTimeout> | undefined;

/**
 * Opens a room: empties the stores, connects, and loads the first page meanwhile. A room
 * that is open, or that shut the member out, stays as it is.
 */
export function enterRoom(roomId: string) {
  clearTimeout(leaving);
  const room = useRoom.getState();
  const same = room.roomId === roomId;
  if (same && room.status !== 'closed' && room.status !== 'failed') return;
  // After a failed access check the connection may be on its way already.
  if (same && useConnection.getState().roomId === roomId) startRoom(roomId);
  else enterAnew(roomId);
}

/** Opens a room that had shut the member out. */
export function enterAgain(roomId: string) {
  clearTimeout(leaving);
  enterAnew(roomId);
}

function enterAnew(roomId: string) {
  const { roomId: before } = useRoom.getState();
  if (before !== roomId) dropJump(before);
  leaveReading();
  editsInDoubt();
  resetPins();
  startRoom(roomId);
  openRoom(roomId);
  resetRenames();
  clearRoomPresence();
  resetRoomNotice();
  openOutgoing(useSession.getState().user?.id ?? '', roomId);
  connectToRoom(roomId, { frame: applyFrame, down: connectionDown, banned });
  void loadLatest();
}

/** The server closed the connection because of a ban. */
function banned() {
  const { roomId } = useRoom.getState();
  if (!roomId) return;
  shutOut(roomId, 'banned');
  markStale('userStatus');
}

/** The screen of a room is left: closes it unless a room is entered in a moment. */
export function leaveRoom() {
  clearTimeout(leaving);
  leaving = setTimeout(leaveRoomNow, leaveAfterMs);
}

/** Closes the room at once. A toast says what is not sent yet, since it now waits unseen. */
export function leaveRoomNow() {
  clearTimeout(leaving);
  const unsent = unsentHere();
  dropJump(useRoom.getState().roomId);
  closeRoom();
  closeUsernamePrompt();
  if (unsent > 0) toast(unsentWords(unsent), { tone: 'info' });
}

function unsentWords(count: number): string {
  return count === 1 ? texts.oneMessageWaits : texts.messagesAreNotSent({ count });
}

/** The access check says that this member may not be in a room. */
export function refuseRoom(roomId: string, why: ShutOut) {
  clearTimeout(leaving);
  if (useRoom.getState().roomId !== roomId || useRoom.getState().status !== why) shutOut(roomId, why);
}

/** The member has a name now: enters the room that asked for it. */
export function usernameSet(username: string) {
  patchUser({ username });
  closeUsernamePrompt();
  const { roomId, status } = useRoom.getState();
  if (roomId && status !== 'in') enterAnew(roomId);
}
