// The room's frames go into the stores here; applyMemberFrame.ts applies those that pages
// outside chat receive too. A frame without a case does not compile.

import { isIgnored, useIgnored } from '@/stores/chat/ignored';
import { onMentionReceived } from '@/stores/chat/mentions';
import {
  onReadMarked,
  onRoomMoved,
  onRoomSettings,
  recountAfterReconnect,
  resetRooms,
} from '@/stores/chat/rooms';
import { joinAnswered, repair } from '@/stores/room/connection';
import { dropReplyTo } from '@/stores/room/drafts';
import { editArrived, editDeleted, editsInDoubt, resendEdits } from '@/stores/room/editing';
import { rereadOlder } from '@/stores/room/history';
import { jumpTo } from '@/stores/room/jump';
import { replyTargetDeleted, resendPending, resolvePending } from '@/stores/room/outgoing';
import { loadPeople } from '@/stores/room/people';
import { changePins, loadPins, usePins } from '@/stores/room/pins';
import {
  addPerson,
  clearTyping,
  noteTyping,
  queueArrival,
  recountRoom,
  removePerson,
  setChatCount,
  setRoomCount,
  setTyping,
  wasHereRecently,
} from '@/stores/room/presence';
import { readOnAnotherDevice } from '@/stores/room/read';
import { refreshNamesSoon } from '@/stores/room/renames';
import { roomEntered } from '@/stores/room/room';
import { deletionArrived, reactionArrived, resendChanges } from '@/stores/room/underWay';
import { changeViewed } from '@/stores/room/viewer';
import { showHistory } from '@/stores/roomlog/historyPages';
import { changeMessages, flagMessage } from '@/stores/roomlog/messageChanges';
import type { RoomEvent } from '@/stores/roomlog/roomEvents';
import { acceptSeq, restartHistory, takeMessage, useRoomLog } from '@/stores/roomlog/roomLog';
import { patchUser, useSession } from '@/stores/session/session';
import { markStale } from '@/stores/stale';
import type {
  Message,
  MessageBody,
  MessageEdited,
  MessageMedia,
  Outgoing,
  UnknownEvent,
} from '@/wire/frames.gen';
import { applyError, askForUsername, leftRoom } from './applyError';
import { applyMemberFrame, type MemberFrame } from './applyMemberFrame';
import { memberRenamed } from './memberRenamed';

// A new socket has joined: frames outside the room's log were missed meanwhile.
let newSocket = false;
const askSpreadMs = 3_000;

// The last event that the room had at a join, until it is shown.
let missedUpTo = 0;

/** Applies one frame. */
export function applyFrame(frame: Outgoing) {
  if (applyMemberFrame(frame)) return;
  applyRoomFrame(frame);
  const { roomId, lastSeq, historyUpTo } = useRoomLog.getState();
  if (missedUpTo === 0 || !roomId || (lastSeq ?? 0) < missedUpTo || historyUpTo !== null) return;
  missedUpTo = 0;
  resendEdits(roomId);
  resendChanges(roomId);
}

function applyRoomFrame(frame: Exclude<Outgoing, MemberFrame>) {
  switch (frame.type) {
    case 'connected':
    case 'watching': // the answer to pages outside chat
      return;
    case 'joined':
      newSocket = true;
      leftRoom(false);
      setChatCount(frame.onlineCount);
      if (myName() !== frame.username) patchUser({ username: frame.username });
      return;
    case 'room_joined':
      if (!isCurrentRoom(frame.roomId)) return;
      recountRoom(frame.onlineCount, myId());
      // The server announces the member to everybody else in the room.
      addPerson({ userId: myId(), username: myName(), contributor: false });
      if (newSocket && frame.resumed) refreshNamesSoon();
      askBesideLog(frame.roomId);
      newSocket = false;
      leftRoom(false);
      // Without resumed the history comes anew and the events after seq follow.
      if (!frame.resumed && restartHistory(frame.seq, frame.epoch)) {
        resetRooms();
        markStale('rooms', 'roomList', 'userStatus', 'profile', 'points', 'captions');
      }
      joinAnswered(true);
      roomEntered();
      resendPending();
      missedUpTo = frame.seq;
      return;
    case 'room_left':
      leftRoom(!isCurrentRoom(frame.roomId));
      if (!isCurrentRoom(frame.roomId)) return;
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
      removePerson(frame.userId);
      setRoomCount(frame.onlineCount);
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
      deletionArrived(frame.messageId);
      if (!applyRoomEvent(frame)) return;
      changeMedia(frame.messageId, { deleted: true });
      dropReplyTo(frame.roomId, frame.messageId);
      replyTargetDeleted(frame.messageId);
      editDeleted(frame.roomId, frame.messageId);
      return;
    case 'message_edited':
      // An old number is the answer to a resend.
      editArrived(frame.messageId, frame.message);
      if (!isNextEvent(frame)) return;
      onMentionInEdit(frame);
      changeRoom(frame);
      return;
    case 'message_pinned':
    case 'message_unpinned':
    case 'message_preview':
      applyRoomEvent(frame);
      return;
    case 'reaction_added':
    case 'reaction_removed':
      if (frame.user_id === myId())
        reactionArrived(frame.messageId, frame.reaction, frame.type === 'reaction_added');
      applyRoomEvent(frame);
      return;
    case 'message_media':
      if (!applyRoomEvent(frame)) return;
      changeMedia(frame.messageId, frame.metadata && { metadata: frame.metadata });
      askForCaptions(frame);
      return;
    case 'message_flagged':
      if (isCurrentRoom(frame.roomId)) flagMessage(frame);
      return;
    case 'room_changed':
      if (isNextEvent(frame)) onRoomSettings(frame);
      return;
    case 'read_state':
      readOnAnotherDevice(frame.roomId, frame.lastReadSeq);
      onReadMarked(frame);
      return;
    case 'room_activity':
      onRoomMoved(frame);
      if (frame.mention) onMentionReceived(frame.roomId);
      return;
    case 'typing_indicator':
      if (isCurrentRoom(frame.roomId) && frame.username !== myName())
        noteTyping(frame.username, frame.isTyping);
      return;
    case 'typing_users_update':
      if (isCurrentRoom(frame.roomId)) setTyping(frame.users.filter((name) => name !== myName()));
      return;
    case 'room_username_changed':
      if (isCurrentRoom(frame.roomId)) memberRenamed(frame);
      return;
    case 'username_required':
      askForUsername();
      return;
    case 'error':
      applyError(frame);
      return;
    default:
      unknown(frame);
  }
}

// A newer server may send frames that this build does not know. Nothing is shown, but the
// number of a room event is recorded, so that the next event is no gap.
function unknown(frame: never) {
  const { roomId, seq }: Partial<UnknownEvent> = frame;
  if (typeof roomId === 'string' && typeof seq === 'number') isNextEvent({ roomId, seq });
}

const myId = () => useSession.getState().user?.id ?? '';
const myName = () => useSession.getState().user?.username ?? '';
const isCurrentRoom = (roomId: string) => roomId === useRoomLog.getState().roomId;

/** Applies an event of the room's log to its messages and pins. */
function changeRoom(event: RoomEvent) {
  changeMessages(event);
  changePins(event);
}

/** Applies the next event of the room's log; false for one that is not. */
function applyRoomEvent(event: RoomEvent): boolean {
  const next = isNextEvent(event);
  if (next) changeRoom(event);
  return next;
}

/** Whether a room event is the next one; after a gap the missing events are requested. */
function isNextEvent({ roomId, seq }: { roomId: string; seq: number }): boolean {
  if (!isCurrentRoom(roomId)) return false;
  const step = acceptSeq(seq);
  if (step === 'gap') repair();
  return step === 'next';
}

// Requests what is not in the room's log: its people, and its current pins.
function askBesideLog(roomId: string) {
  const first = usePins.getState().roomId !== roomId;
  if (!first && !newSocket) return;
  const ask = () => {
    if (!isCurrentRoom(roomId)) return;
    void loadPeople(roomId);
    void loadPins(roomId);
  };
  if (first) {
    ask();
    return;
  }
  recountAfterReconnect();
  // A node's members reconnect together; their requests are spread.
  setTimeout(() => {
    markStale('earned', 'names'); // a badge, a deletion and a name may have been missed
    ask();
  }, Math.random() * askSpreadMs);
}

// The gallery takes from the room's list what happened to the messages there.
function changeMedia(messageId: string, change: Parameters<typeof changeViewed>[1]) {
  changeViewed(messageId, change);
  if (!useRoomLog.getState().messages.some(({ id }) => id === messageId)) markStale('roomMedia');
}

// The frame says that there are captions, not which. Everybody who watches the video receives
// it at once; their requests are spread.
function askForCaptions({ messageId, metadata }: Partial<MessageMedia>) {
  if (!messageId || !metadata?.captioned) return;
  setTimeout(() => markStale(`captions:${messageId}`), Math.random() * askSpreadMs);
}

function applyHistory(messages: readonly MessageBody[]) {
  const { around, roomId } = useRoomLog.getState();
  const start = messages[0]?.id;
  if (showHistory(messages) && start) void rereadOlder(start);
  // It has taken the place of the page that the person was reading.
  if (around && roomId) jumpTo(around, roomId);
}

function applyMessage(frame: Message) {
  if (!isCurrentRoom(frame.roomId)) return;
  const { type: _, ...message } = frame;
  // An old number is the answer to a resend: shown once, by its id.
  const step = takeMessage(message);
  if (step === 'gap') repair();
  else {
    if (step === 'next' && namesMe(message.user_id, message)) onMentionReceived(message.roomId, message.id);
    noteTyping(message.username, false);
    addPerson({ userId: message.user_id, username: message.username, contributor: false });
  }
  // The server has stored it, whatever its place in the list. The author is compared
  // because another member may have copied the id.
  if (message.clientMsgId && message.user_id === myId()) resolvePending(message.clientMsgId);
}

/** Whether a text names the member. From an ignored member only a mention of everybody counts. */
function namesMe(author: string, { mentions, mentionsAll }: Pick<Message, 'mentions' | 'mentionsAll'>) {
  if (author === myId()) return false;
  return (
    mentionsAll === true || (mentions?.includes(myId()) === true && !isIgnored(author)(useIgnored.getState()))
  );
}

/** An edit that names the member counts as a mention unless the old text named the member too. */
function onMentionInEdit(edit: MessageEdited) {
  const before = useRoomLog.getState().messages.findLast((m) => m.id === edit.messageId);
  if (before && !namesMe(before.user_id, before) && namesMe(before.user_id, edit))
    onMentionReceived(edit.roomId, edit.messageId);
}

/** The connection went down: who types is unknown, and messages under way are sent again. */
export function connectionDown() {
  clearTyping();
  resendPending();
  editsInDoubt();
}
