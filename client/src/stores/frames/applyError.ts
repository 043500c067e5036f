// The server's error frames. The code decides what an error is, never its sentence.
import { texts } from 'texts:chat/rules';
import { askForFace } from '@/stores/face/faceRequired';
import { openUsernamePrompt } from '@/stores/people/usernamePrompt';
import { joinAnswered, joinIsPending, rejoin, rejoinLater, repair } from '@/stores/room/connection';
import { editRefused, editsInDoubt } from '@/stores/room/editing';
import { failPending, pauseSending, useOutgoing } from '@/stores/room/outgoing';
import { shutOut } from '@/stores/room/room';
import { showRoomNotice } from '@/stores/room/roomNotice';
import { changesTooFast, forgetChanges } from '@/stores/room/underWay';
import { useRoomLog } from '@/stores/roomlog/roomLog';
import { markStale } from '@/stores/stale';
import type { Error as ErrorFrame } from '@/wire/frames.gen';

// The server has just put us out of another room than the target: a denial that follows
// may be of that other room.
let leftAnother = false;

/** Notes whether the room that the server has put us out of is another than the target. */
export function leftRoom(another: boolean) {
  leftAnother = another;
}

/** The server wants a chat username first. */
export function askForUsername() {
  joinAnswered(false);
  const { roomId } = useRoomLog.getState();
  if (roomId) shutOut(roomId, 'nameless');
  openUsernamePrompt();
}

/**
 * What was sent and is no message is refused: the one that the error names. An older server names
 * none, as none names a join.
 */
function changeRefused({ clientMsgId, requestId, code, retryAfterMs }: ErrorFrame) {
  if (clientMsgId !== undefined || (requestId === undefined && joinIsPending())) return;
  editRefused(requestId);
  if (code === 'rate_limited') changesTooFast(requestId, retryAfterMs);
  else forgetChanges(requestId);
}

/** Applies one error. */
export function applyError(frame: ErrorFrame) {
  const text = frame.message || frame.error;
  const { roomId } = useRoomLog.getState();
  const { items } = useOutgoing.getState();
  const mine = items.find((item) => item.clientMsgId === frame.clientMsgId);
  switch (frame.code) {
    case 'no_room':
    case 'not_authenticated':
      // Nothing a person needs to read. The frame reached a server that has us in no room: it
      // goes again after a join.
      if (!mine && frame.requestId === undefined) return;
      editsInDoubt();
      repair();
      return;
    case 'session_ended':
      // The close that follows ends the session and says so.
      return;
    case 'rate_limited':
      if (joinIsPending() && !mine && frame.requestId === undefined) {
        rejoinLater(frame.retryAfterMs);
        return;
      }
      changeRefused(frame);
      pauseSending(frame.retryAfterMs);
      return;
    case 'slow_mode':
      // The message keeps its place and goes when the room's pause is over.
      pauseSending(frame.retryAfterMs ?? (frame.retryAfter ?? 1) * 1_000, true);
      return;
    case 'username_required':
      askForUsername();
      return;
    case 'banned':
      if (roomId) shutOut(roomId, 'banned');
      markStale('userStatus');
      return;
    case 'face_required':
      if (roomId) shutOut(roomId, 'faceless');
      askForFace();
      return;
    case 'no_room_access':
      // An error names no room: the server is asked once more.
      if (leftAnother) rejoin();
      else if (roomId) shutOut(roomId, 'denied');
      leftAnother = false;
      markStale('rooms');
      return;
    case 'too_long':
      if (mine) failPending(mine.clientMsgId, text || texts.messageTooLong);
      else {
        editRefused(frame.requestId);
        showRoomNotice(text || texts.messageTooLong);
      }
      return;
    default:
      if (mine) {
        failPending(mine.clientMsgId, text);
        return;
      }
      changeRefused(frame);
      if (text !== '') showRoomNotice(text);
  }
}
