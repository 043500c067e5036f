// The connection to the chat server: owns the one socket, joins the target room on every
// (re)connect and asks for missed events.
import { texts } from 'texts:chat/rules';
import { languageTag, onLanguage } from '@/languages/texts';
import { createPace } from '@/net/pace';
import { type ChatSocket, chatAddress, createChatSocket, type SocketStatus } from '@/net/socket';
import { forgetSeq, useRoomLog } from '@/stores/roomlog/roomLog';
import { createMemberStore } from '@/stores/session/memberStore';
import { loseSession, useSession } from '@/stores/session/session';
import type { Incoming, Outgoing } from '@/wire/frames.gen';
import { connectionIsDown, connectionIsNeeded, connectionIsUp, showRoomNotice } from './roomNotice';

interface ConnectionState {
  status: SocketStatus;
  /** The room the connection is to join; null for none. */
  roomId: string | null;
  /** The server has admitted us to that room: frames sent now arrive. */
  inRoom: boolean;
}

const answerMs = 8_000; // a join not answered for so long: the connection is dead

export const useConnection = createMemberStore<ConnectionState>(
  () => ({ status: 'off', roomId: null, inRoom: false }),
  disconnect,
);

/** Receives the frames and the changes of the connection. */
interface Listener {
  frame(frame: Outgoing): void;
  /** The connection went down; frames just sent may not have arrived. */
  down(): void;
  /** The server closed the connection because of a ban; no retry follows. */
  banned(): void;
}

let listener: Listener = { frame() {}, down() {}, banned() {} };
// A frame that waited to be drawn is dropped when the room was left meanwhile.
const pace = createPace((frame: Outgoing) => {
  if (useConnection.getState().roomId !== null) listener.frame(frame);
});
let socket: ChatSocket | null = null;
let answerTimer: ReturnType<typeof setTimeout> | undefined;
let answerAwaited = false;
let answeredBefore = false; // a join on the present socket
let language = ''; // in which the present socket says its errors

/** The server learns the language as a socket is opened: opens another where it was changed since. */
function languageChanged(): boolean {
  if (language === languageTag() || socket?.status() !== 'open') return false;
  socket.reconnectNow();
  return true;
}

function theSocket(): ChatSocket {
  if (socket) return socket;
  onLanguage(languageChanged);
  socket = createChatSocket(address, {
    opened: () => languageChanged() || join(),
    frame: pace.take,
    status(status) {
      flushFrames();
      useConnection.setState(status === 'open' ? { status } : { status, inRoom: false });
      if (status === 'open') return;
      answeredBefore = false;
      stopAwaiting();
      // A text shown by a failed send stays until the connection is back.
      if (status === 'waiting' && useConnection.getState().roomId) connectionIsDown();
      listener.down();
    },
    ended(why) {
      if (why === 'sign-out') loseSession();
      else listener.banned();
    },
    mayRetry: () => useConnection.getState().roomId !== null && !!useSession.getState().user?.username,
    probe: rejoin,
  });
  return socket;
}

function address() {
  language = languageTag();
  return chatAddress();
}

/** Applies the frames that a burst has left for the next animation frame: they come before later ones. */
export function flushFrames() {
  pace.flush();
}

// The token goes in the first frame, never in the address.
function join() {
  const { token } = useSession.getState();
  const { roomId } = useConnection.getState();
  if (!token || !roomId) return;
  awaitAnswer();
  transmit({ type: 'join_chat', token, roomId, ...since(roomId) });
}

// While the history is on its way there is nothing to resume from.
function since(roomId: string): { lastSeq?: number; epoch?: number | undefined } {
  const { roomId: shown, lastSeq, epoch, historyUpTo } = useRoomLog.getState();
  return shown === roomId && lastSeq !== null && historyUpTo === null ? { lastSeq, epoch } : {};
}

function awaitAnswer() {
  stopAwaiting();
  answerAwaited = true;
  answerTimer = setTimeout(unanswered, answerMs);
}

function stopAwaiting() {
  clearTimeout(answerTimer);
  answerAwaited = false;
}

// A socket that worked until now is dead: reconnect at once. A socket that never answered
// belongs to a server in trouble: retry after the growing pause.
function unanswered() {
  if (answeredBefore) socket?.reconnectNow();
  else socket?.fail();
}

/** Whether a join has not been answered yet. */
export const joinIsPending = () => answerAwaited;

/**
 * Brings the connection into a room: connects, or on an open one leaves one room
 * and joins the other. Without a stored token it says 'Authentication required'
 * and opens nothing.
 */
export function connectToRoom(roomId: string, to: Listener) {
  listener = to;
  const before = useConnection.getState();
  if (!useSession.getState().token) {
    useConnection.setState({ roomId: null, inRoom: false });
    showRoomNotice(texts.authenticationRequired);
    return;
  }
  useConnection.setState({ roomId, inRoom: false });
  const s = theSocket();
  if (before.status !== 'open') {
    // A join_chat already on its way names the old room; the new one follows it.
    s.open();
    s.reconnectNow();
    return;
  }
  if (before.roomId && before.roomId !== roomId) transmit({ type: 'leave_room', roomId: before.roomId });
  awaitAnswer();
  transmit({ type: 'join_room', roomId, ...since(roomId) });
}

/**
 * Asks the server again for this room from the last event seen: after a gap in
 * the numbers, a send without an answer, or a connection in doubt.
 */
export function rejoin() {
  const { roomId } = useConnection.getState();
  if (!roomId) return;
  awaitAnswer();
  if (!transmit({ type: 'join_room', roomId, ...since(roomId) })) stopAwaiting();
}

/** Asks for the missing events after a gap; one request is enough until it is answered. */
export function repair() {
  if (!useConnection.getState().inRoom) return;
  useConnection.setState({ inRoom: false });
  rejoin();
}

/** The list was cut before the newest messages: asks for the history anew, once. */
export function returnToNewest() {
  const asked = useRoomLog.getState().lastSeq === null;
  forgetSeq();
  if (!asked) rejoin();
}

/** The server wants a pause before it answers a join again. */
export function rejoinLater(afterMs = 1_000) {
  stopAwaiting();
  answerTimer = setTimeout(rejoin, afterMs);
}

/** The server answered a join: in the room, or not. */
export function joinAnswered(inRoom: boolean) {
  stopAwaiting();
  useConnection.setState({ inRoom });
  if (!inRoom) return;
  answeredBefore = true;
  socket?.healthy();
  connectionIsUp();
}

/** Sends a frame when the connection is open; false when it cannot go now. */
export function transmit(frame: Incoming): boolean {
  return socket?.send(frame) ?? false;
}

/** The member sends while the connection is down: says so and connects at once. */
export function reconnectToSend() {
  const { inRoom, roomId } = useConnection.getState();
  if (inRoom || !roomId) return;
  connectionIsNeeded();
  if (useConnection.getState().status === 'waiting') socket?.reconnectNow();
}

/** Leaves the room and closes the connection. */
export function disconnect() {
  const { roomId, inRoom } = useConnection.getState();
  if (roomId && inRoom) transmit({ type: 'leave_room', roomId });
  stopAwaiting();
  useConnection.setState({ roomId: null });
  socket?.close();
  useConnection.setState(useConnection.getInitialState(), true);
  connectionIsUp();
}
