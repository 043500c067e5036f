// The socket's frames go into the stores here and nowhere else. A frame without
// a case does not compile.
import { messageTooLong } from '@/rules/message';
import { usernameChanged } from '@/rules/username';
import type { Error as ErrorFrame, Message, Outgoing, Reaction, UnknownEvent } from '@/wire/frames.gen';
import {
  acceptSeq,
  addMessage,
  addReaction,
  deleteMessage,
  openRoom,
  removeReaction,
  renameMember,
  resetChat,
  restartHistory,
  showHistory,
  shutOut,
  useChat,
} from './chat';
import {
  connectToRoom,
  disconnect,
  joinAnswered,
  listenToConnection,
  reconnect,
  rejoin,
  rejoinLater,
  useConnection,
} from './connection';
import { dropReplyTo } from './drafts';
import { loadLatest } from './history';
import { resetNotices, showNotice } from './notices';
import {
  failPending,
  openOutgoing,
  pauseSending,
  resendPending,
  resetOutgoing,
  resolvePending,
  useOutgoing,
} from './outgoing';
import {
  addPerson,
  clearRoomPresence,
  clearTyping,
  noteTyping,
  queueArrival,
  recountRoom,
  removePerson,
  renamePerson,
  resetPresence,
  setChatCount,
  setRoomCount,
  setTyping,
  wasHereRecently,
} from './presence';
import { noteRename, refreshNamesSoon, resetRenames } from './renames';
import { patchUser, useSession } from './session';
import { openUsernamePrompt } from './usernamePrompt';

const noRoomAccess = 'You do not have access to this chat room';
const bannedFromChat = 'You are currently banned from chat';
const usernameRequired = 'Username required for chat access';
// Said to a client that is early, not to a person.
const ignored = ['Not authenticated', 'You must join'];

/** Opens a room: empty stores, the connection, and the first page beside it. */
export function enterRoom(roomId: string) {
  const me = useSession.getState().user?.id ?? '';
  openRoom(roomId);
  resetRenames();
  clearRoomPresence();
  resetNotices();
  openOutgoing(me, roomId);
  connectToRoom(roomId);
  void loadLatest();
}

/** Leaves chat: closes the connection and empties the stores. */
export function leaveChat() {
  disconnect();
  resetRenames();
  resetChat();
  resetPresence();
  resetOutgoing();
  resetNotices();
}

/** The member has a name now: joins with it. */
export function usernameSet(username: string) {
  patchUser({ username });
  reconnect();
}

// A new socket has joined: what was told meanwhile outside the room's log was missed.
let wasAway = false;

/** Applies one frame. */
export function applyFrame(frame: Outgoing) {
  switch (frame.type) {
    case 'connected':
      return;
    case 'joined':
      wasAway = true;
      setChatCount(frame.onlineCount);
      addPerson({ userId: frame.userId, username: frame.username, contributor: false });
      if (myName() !== frame.username) patchUser({ username: frame.username });
      return;
    case 'room_joined':
      if (!here(frame.roomId)) return;
      recountRoom(frame.onlineCount, myId());
      if (wasAway && frame.resumed) refreshNamesSoon();
      wasAway = false;
      // Without resumed the history comes anew and the events after seq follow.
      if (!frame.resumed) restartHistory(frame.seq);
      joinAnswered(true);
      resendPending();
      return;
    case 'room_left':
      if (!here(frame.roomId)) return;
      clearTyping();
      joinAnswered(false);
      return;
    case 'user_joined_room':
      if (!here(frame.roomId)) return;
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
      if (!here(frame.roomId)) return;
      setRoomCount(frame.onlineCount);
      removePerson(frame.userId);
      return;
    case 'user_joined':
    case 'user_left':
      setChatCount(frame.onlineCount);
      return;
    case 'message_history':
      if (here(frame.roomId)) showHistory(frame.messages);
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
      if (here(frame.roomId) && frame.username !== myName()) noteTyping(frame.username, frame.isTyping);
      return;
    case 'typing_users_update':
      if (here(frame.roomId)) setTyping(frame.users.filter((name) => name !== myName()));
      return;
    case 'username_changed':
      rename(frame.userId, frame.oldUsername, frame.newUsername);
      return;
    case 'room_username_changed':
      if (here(frame.roomId)) rename(frame.userId, frame.oldUsername, frame.newUsername);
      return;
    case 'username_required':
      joinAnswered(false);
      openUsernamePrompt();
      return;
    case 'error':
      applyError(frame);
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
const here = (roomId: string) => roomId === useChat.getState().roomId;

function reactionOf({ messageId, user_id, username, reaction }: Reaction): Reaction {
  return { messageId, user_id, username, reaction };
}

/** Whether a room event is the next one; a gap asks the server for what is missing. */
function isNextEvent({ roomId, seq }: { roomId: string; seq: number }): boolean {
  if (!here(roomId)) return false;
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

function applyMessage(frame: Message) {
  if (!here(frame.roomId)) return;
  const { type: _, ...message } = frame;
  const step = acceptSeq(message.seq);
  if (step === 'gap') repair();
  else {
    // An old number is the answer to a resend: shown once, by its id.
    addMessage(message);
    noteTyping(message.username, false);
    addPerson({ userId: message.user_id, username: message.username, contributor: false });
  }
  // The server has it, whatever its place in the list.
  if (message.clientMsgId) resolvePending(message.clientMsgId);
}

function rename(userId: string, from: string, to: string) {
  noteRename(userId);
  renameMember(userId, from, to);
  renamePerson(userId, from, to);
  if (userId !== myId() || myName() === to) return;
  patchUser({ username: to });
  showNotice(usernameChanged(to), 'clear');
}

function applyError(frame: ErrorFrame) {
  const text = frame.message || frame.error;
  const { items } = useOutgoing.getState();
  const mine = items.find((item) => item.clientMsgId === frame.clientMsgId);
  if (ignored.some((words) => text.includes(words))) {
    // A send that met a server which has us in no room: join, then it goes again.
    if (mine) repair();
    return;
  }
  if (text.includes('rate limit')) {
    if (!useConnection.getState().inRoom) rejoinLater(frame.retryAfterMs);
    else pauseSending(frame.retryAfterMs);
  } else if (text.includes(usernameRequired)) {
    joinAnswered(false);
    openUsernamePrompt();
  } else if (text.includes(bannedFromChat)) {
    shutOut('banned');
  } else if (text.includes(noRoomAccess)) {
    joinAnswered(false);
    shutOut('denied');
  } else if (mine) {
    failPending(mine.clientMsgId, text === '' ? messageTooLong : text);
  } else if (text !== '') {
    showNotice(text);
  }
}

listenToConnection({
  frame: applyFrame,
  down() {
    clearTyping();
    resendPending();
  },
});
