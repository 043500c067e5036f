// The socket's frames go into the stores here and nowhere else. A frame without
// a case does not compile.
import { messageTooLong } from '@/rules/message';
import { usernameChanged } from '@/rules/username';
import type {
  Error as ErrorFrame,
  Message,
  MessageBody,
  Outgoing,
  Reaction,
  UnknownEvent,
} from '@/wire/frames.gen';
import {
  acceptSeq,
  addMessage,
  addReaction,
  deleteMessage,
  removeReaction,
  renameMember,
  restartHistory,
  showHistory,
  useChat,
} from './chat';
import { joinAnswered, joinIsPending, rejoin, rejoinLater, useConnection } from './connection';
import { setCost } from './cost';
import { dropReplyTo } from './drafts';
import { rereadOlder } from './history';
import { renameIgnored } from './ignored';
import { showNotice } from './notices';
import { failPending, pauseSending, resendPending, resolvePending, useOutgoing } from './outgoing';
import {
  addPerson,
  clearTyping,
  noteTyping,
  queueArrival,
  recountRoom,
  removePerson,
  renamePerson,
  setChatCount,
  setContributor,
  setRoomCount,
  setTyping,
  wasHereRecently,
} from './presence';
import { forgetProfiles, markContributor } from './profiles';
import { noteRename, refreshNamesSoon } from './renames';
import { roomEntered, shutOut } from './room';
import { patchUser, useSession } from './session';
import { markStale } from './stale';
import { openUsernamePrompt } from './usernamePrompt';

// A new socket has joined: what was told meanwhile outside the room's log was missed.
let newSocket = false;
// The server has just put us out of another room than the one wanted: a denial
// that follows may be of that one.
let leftAnother = false;

/** Applies one frame. */
export function applyFrame(frame: Outgoing) {
  switch (frame.type) {
    case 'connected':
      return;
    case 'joined':
      newSocket = true;
      leftAnother = false;
      setChatCount(frame.onlineCount);
      if (myName() !== frame.username) patchUser({ username: frame.username });
      return;
    case 'room_joined':
      if (!isCurrentRoom(frame.roomId)) return;
      recountRoom(frame.onlineCount, myId());
      // The server tells everybody but oneself that one is in the room.
      addPerson({ userId: myId(), username: myName(), contributor: false });
      if (newSocket && frame.resumed) refreshNamesSoon();
      newSocket = false;
      leftAnother = false;
      // Without resumed the history comes anew and the events after seq follow.
      if (!frame.resumed) restartHistory(frame.seq);
      joinAnswered(true);
      roomEntered();
      resendPending();
      return;
    case 'room_left':
      leftAnother = !isCurrentRoom(frame.roomId);
      if (leftAnother) return;
      clearTyping();
      joinAnswered(false);
      return;
    case 'user_joined_room':
      if (!isCurrentRoom(frame.roomId)) return;
      setRoomCount(frame.onlineCount);
      if (frame.userId === '') return;
      if (frame.showNotification && frame.userId !== myId() && !wasHereRecently(frame.userId)) {
        queueArrival(frame.username, frame.isRecentContributor);
      }
      addPerson({
        userId: frame.userId,
        username: frame.username,
        contributor: frame.isRecentContributor,
      });
      return;
    case 'user_left_room':
      if (!isCurrentRoom(frame.roomId)) return;
      setRoomCount(frame.onlineCount);
      removePerson(frame.userId);
      return;
    case 'user_joined':
    case 'user_left':
      setChatCount(frame.onlineCount);
      return;
    case 'message_history':
      if (isCurrentRoom(frame.roomId)) applyHistory(frame.messages);
      return;
    case 'message':
      applyMessage(frame);
      return;
    case 'message_deleted':
      if (!isNextEvent(frame)) return;
      deleteMessage(frame);
      dropReplyTo(frame.roomId, frame.messageId);
      return;
    case 'reaction_added':
      if (isNextEvent(frame)) addReaction(reactionOf(frame));
      return;
    case 'reaction_removed':
      if (isNextEvent(frame)) removeReaction(reactionOf(frame));
      return;
    case 'typing_indicator':
      if (isCurrentRoom(frame.roomId) && frame.username !== myName())
        noteTyping(frame.username, frame.isTyping);
      return;
    case 'typing_users_update':
      if (isCurrentRoom(frame.roomId)) setTyping(frame.users.filter((name) => name !== myName()));
      return;
    case 'username_changed':
      rename(frame.userId, frame.oldUsername, frame.newUsername);
      return;
    case 'room_username_changed':
      if (isCurrentRoom(frame.roomId)) rename(frame.userId, frame.oldUsername, frame.newUsername);
      return;
    case 'username_required':
      askForUsername();
      return;
    case 'error':
      applyError(frame);
      return;
    case 'message_edited':
    case 'message_pinned':
    case 'message_unpinned':
    case 'message_preview':
    case 'room_changed':
      isNextEvent(frame);
      return;
    case 'contributor_changed':
      markContributor(frame.username, frame.isRecentContributor);
      setContributor(frame.userId, frame.isRecentContributor);
      return;
    case 'rank_changed':
    case 'read_state':
    case 'room_activity':
      return;
    case 'server_cost_update':
      setCost(frame.currentCost);
      return;
    default:
      unknown(frame);
  }
}

// A newer server may send what this build does not know. Nothing is shown, but
// a numbered event of the room still takes its number: the next one follows it.
function unknown(frame: never) {
  const { roomId, seq }: Partial<UnknownEvent> = frame;
  if (typeof roomId === 'string' && typeof seq === 'number') isNextEvent({ roomId, seq });
}

const myId = () => useSession.getState().user?.id ?? '';
const myName = () => useSession.getState().user?.username ?? '';
const isCurrentRoom = (roomId: string) => roomId === useChat.getState().roomId;

function reactionOf({ messageId, user_id, username, reaction }: Reaction): Reaction {
  return { messageId, user_id, username, reaction };
}

/** Whether a room event is the next one; a gap asks the server for what is missing. */
function isNextEvent({ roomId, seq }: { roomId: string; seq: number }): boolean {
  if (!isCurrentRoom(roomId)) return false;
  const step = acceptSeq(seq);
  if (step === 'gap') repair();
  return step === 'next';
}

// One question is enough until it is answered.
function repair() {
  if (!useConnection.getState().inRoom) return;
  useConnection.setState({ inRoom: false });
  rejoin();
}

function applyHistory(messages: readonly MessageBody[]) {
  const start = messages[0]?.id;
  if (showHistory(messages) && start) void rereadOlder(start);
}

function applyMessage(frame: Message) {
  if (!isCurrentRoom(frame.roomId)) return;
  const { type: _, ...message } = frame;
  const step = acceptSeq(message.seq);
  if (step === 'gap') repair();
  else {
    // An old number is the answer to a resend: shown once, by its id.
    addMessage(message);
    noteTyping(message.username, false);
    addPerson({ userId: message.user_id, username: message.username, contributor: false });
  }
  // The server has it, whatever its place in the list. Another member may have
  // copied the id.
  if (message.clientMsgId && message.user_id === myId()) resolvePending(message.clientMsgId);
}

function rename(userId: string, from: string, to: string) {
  noteRename(userId);
  forgetProfiles(from, to);
  renameIgnored(userId, to);
  renameMember(userId, from, to);
  renamePerson(userId, from, to);
  if (userId !== myId() || myName() === to) return;
  patchUser({ username: to });
  showNotice(usernameChanged(to), 'clear');
}

function askForUsername() {
  joinAnswered(false);
  const { roomId } = useChat.getState();
  if (roomId) shutOut(roomId, 'nameless');
  openUsernamePrompt();
}

function applyError(frame: ErrorFrame) {
  const text = frame.message || frame.error;
  const { roomId } = useChat.getState();
  const { items } = useOutgoing.getState();
  const mine = items.find((item) => item.clientMsgId === frame.clientMsgId);
  switch (frame.code) {
    case 'no_room':
    case 'not_authenticated':
      // Nothing to tell a person. A send that met a server which has us in no
      // room goes again after a join.
      if (mine) repair();
      return;
    case 'session_ended':
      // The close that follows ends the session and says so.
      return;
    case 'rate_limited':
      if (joinIsPending() && !mine) rejoinLater(frame.retryAfterMs);
      else pauseSending(frame.retryAfterMs);
      return;
    case 'username_required':
      askForUsername();
      return;
    case 'banned':
      if (roomId) shutOut(roomId, 'banned');
      markStale('standing');
      return;
    case 'no_room_access':
      // An error names no room: the server is asked once more.
      if (leftAnother) rejoin();
      else if (roomId) shutOut(roomId, 'denied');
      leftAnother = false;
      markStale('rooms');
      return;
    case 'too_long':
      if (mine) failPending(mine.clientMsgId, text || messageTooLong);
      else showNotice(text || messageTooLong);
      return;
    default:
      if (mine) failPending(mine.clientMsgId, text);
      else if (text !== '') showNotice(text);
  }
}

/** The connection went down: who types is unknown, and what was under way goes again. */
export function connectionDown() {
  clearTyping();
  resendPending();
}
