// The connection to the chat server: owns the one socket, joins the wanted room on
// every (re)connect and asks for what was missed.
import { create } from 'zustand';
import { createPace } from '@/net/pace';
import { type ChatSocket, createChatSocket, type SocketStatus } from '@/net/socket';
import type { Incoming, Outgoing } from '@/wire/frames.gen';
import { useChat } from './chat';
import { connectionIsDown, connectionIsNeeded, connectionIsUp, showNotice } from './notices';
import { loseSession, useSession } from './session';

interface ConnectionState {
  status: SocketStatus;
  /** The room the connection is to be in. */
  roomId: string | null;
  /** The server has let us into that room: what is sent now arrives. */
  inRoom: boolean;
  /** It has done so at least once since the room was opened. */
  wasInRoom: boolean;
  /** Why there is no connection and none will be tried. */
  ended: 'banned' | 'no-token' | null;
}

export const authenticationRequired = 'Authentication required';
const answerMs = 8_000; // a join not answered for so long: the connection is dead

export const useConnection = create<ConnectionState>(() => ({
  status: 'off',
  roomId: null,
  inRoom: false,
  wasInRoom: false,
  ended: null,
}));

interface Listener {
  frame(frame: Outgoing): void;
  /** The connection went down; what was under way may not have arrived. */
  down(): void;
}

let listener: Listener = { frame() {}, down() {} };
const pace = createPace((frame: Outgoing) => listener.frame(frame));
let socket: ChatSocket | null = null;
let answerTimer: ReturnType<typeof setTimeout> | undefined;

/** Names who hears the frames: stores/live.ts, the only one. */
export function listenToConnection(to: Listener) {
  listener = to;
}

function address() {
  const { protocol, host } = window.location;
  return `${protocol === 'https:' ? 'wss' : 'ws'}://${host}/ws/chat`;
}

function theSocket(): ChatSocket {
  socket ??= createChatSocket(address, {
    opened: join,
    frame: pace.take,
    status(status) {
      flushFrames();
      useConnection.setState(status === 'open' ? { status } : { status, inRoom: false });
      if (status === 'open') return;
      clearTimeout(answerTimer);
      // What a failed send has said stands until the connection is back.
      if (status === 'waiting' && useConnection.getState().roomId) connectionIsDown();
      listener.down();
    },
    ended(why) {
      if (why === 'sign-out') loseSession();
      else useConnection.setState({ ended: 'banned' });
    },
    mayRetry: () => useConnection.getState().roomId !== null && !!useSession.getState().user?.username,
    probe: rejoin,
  });
  return socket;
}

/** Applies now what a burst has left for the next frame: it comes before what follows. */
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

function since(roomId: string): { lastSeq?: number } {
  const chat = useChat.getState();
  return chat.roomId === roomId && chat.lastSeq !== null ? { lastSeq: chat.lastSeq } : {};
}

function awaitAnswer() {
  clearTimeout(answerTimer);
  answerTimer = setTimeout(() => socket?.reconnectNow(), answerMs);
}

/**
 * Brings the connection into a room: connects, or on an open connection leaves one room and
 * joins the other. Without a stored token it says 'Authentication
 * required' and opens nothing.
 */
export function connectToRoom(roomId: string) {
  const before = useConnection.getState();
  useConnection.setState({ roomId, inRoom: false, wasInRoom: false, ended: null });
  if (!useSession.getState().token) {
    useConnection.setState({ ended: 'no-token' });
    showNotice(authenticationRequired);
    return;
  }
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
 * the numbers, a send without an answer, or a doubt about the connection.
 */
export function rejoin() {
  const { roomId } = useConnection.getState();
  if (!roomId) return;
  awaitAnswer();
  if (!transmit({ type: 'join_room', roomId, ...since(roomId) })) clearTimeout(answerTimer);
}

/** The server wants a pause before it answers a join again. */
export function rejoinLater(afterMs = 1_000) {
  clearTimeout(answerTimer);
  answerTimer = setTimeout(rejoin, afterMs);
}

/** The server answered a join: in the room, or not. */
export function joinAnswered(inRoom: boolean) {
  clearTimeout(answerTimer);
  useConnection.setState((s) => ({ inRoom, wasInRoom: s.wasInRoom || inRoom }));
  if (!inRoom) return;
  socket?.healthy();
  connectionIsUp();
}

/** Sends a frame when the connection is in the room; false when it cannot go now. */
export function transmit(frame: Incoming): boolean {
  return socket?.send(frame) ?? false;
}

/** Somebody sends while the connection is down: says so and connects at once. */
export function reconnectToSend() {
  const { inRoom, ended } = useConnection.getState();
  if (inRoom || ended) return;
  connectionIsNeeded();
  if (useConnection.getState().status === 'waiting') socket?.reconnectNow();
}

/** A username has been set: takes the connection up with it. */
export function reconnect() {
  const { roomId, status } = useConnection.getState();
  if (!roomId) return;
  if (status === 'off') theSocket().open();
  else socket?.reconnectNow();
}

/** Leaves the room and closes the connection. */
export function disconnect() {
  const { roomId, inRoom } = useConnection.getState();
  if (roomId && inRoom) transmit({ type: 'leave_room', roomId });
  clearTimeout(answerTimer);
  socket?.close();
  useConnection.setState(useConnection.getInitialState(), true);
  connectionIsUp();
}
