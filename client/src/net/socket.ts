// The chat socket: one native WebSocket at a time, typed frames, reconnecting
// by itself. It knows nothing of rooms; stores/room/connection.ts says what to send.
import type { Incoming, Outgoing } from '@/wire/frames.gen';
import { reconnectDelay } from './backoff';
import { buildReceived } from './build';
import { afterClose, askedDelayMs } from './closes';

/** off: no connection is needed. waiting: the connection is down and a retry is planned. */
export type SocketStatus = 'off' | 'connecting' | 'open' | 'waiting';

export interface SocketEvents {
  /** The socket opened: the join has to be sent now. */
  opened(): void;
  frame(frame: Outgoing): void;
  status(status: SocketStatus): void;
  /** The server ended the connection for good; no retry follows. */
  ended(why: 'sign-out' | 'banned'): void;
  /** Whether a lost connection may be taken up again: with a username only. */
  mayRetry(): boolean;
  /** The connection may be dead without having closed: ask it something. */
  probe(): void;
}

export interface ChatSocket {
  /** Opens the connection unless it is open or opening. */
  open(): void;
  /** Closes the connection and plans no retry. */
  close(): void;
  /** Sends a frame; false when the connection is not open. */
  send(frame: Incoming): boolean;
  /** Drops a line believed dead, or one that waits, and connects at once. */
  reconnectNow(): void;
  /** The server does not answer: closes the socket and retries after the growing delay. */
  fail(): void;
  /** The server has let us in: the next failure starts again at 3 s. */
  healthy(): void;
  status(): SocketStatus;
}

/** Where the chat server listens. */
export function chatAddress(): string {
  const { protocol, host } = window.location;
  return `${protocol === 'https:' ? 'wss' : 'ws'}://${host}/ws/chat`;
}

const connectTimeoutMs = 10_000;
const probeAfterMs = 45_000; // no frame for so long: ask
const probeHiddenAfterMs = 240_000; // and while nobody looks: what is missed then is missed unseen
const onlineSpreadMs = 2_000; // an office whose network returns does not come in one instant
const stuckSendMs = 8_000; // bytes that do not leave for so long: the connection is dead
const watchEveryMs = 4_000;
const patientFailures = 2; // 1013 without a delay and 1008 begin at 12 s

export function createChatSocket(url: () => string, events: SocketEvents): ChatSocket {
  let socket: WebSocket | null = null;
  let status: SocketStatus = 'off';
  let failures = 0;
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
  let connectTimer: ReturnType<typeof setTimeout> | undefined;
  let watchTimer: ReturnType<typeof setInterval> | undefined;
  let lastFrameAt = 0;
  let stuckSince = 0;
  let askedMs = 0; // the wait that the server has asked for, and its end
  let notBefore = 0;

  function setStatus(next: SocketStatus): void {
    if (next === status) return;
    status = next;
    events.status(next);
  }

  // Lets go of the current socket: none of its late events are heard.
  function drop(code: number): void {
    clearTimeout(connectTimer);
    clearInterval(watchTimer);
    clearTimeout(retryTimer);
    const old = socket;
    socket = null;
    if (!old) return;
    old.onopen = old.onmessage = old.onclose = old.onerror = null;
    old.close(code);
  }

  function connect(): void {
    drop(1000);
    setStatus('connecting');
    const mine = new WebSocket(url());
    socket = mine;
    connectTimer = setTimeout(() => lost(1006, ''), connectTimeoutMs);
    mine.onopen = () => {
      clearTimeout(connectTimer);
      lastFrameAt = Date.now();
      stuckSince = 0;
      watchTimer = setInterval(watch, watchEveryMs);
      setStatus('open');
      events.opened();
    };
    mine.onmessage = (event: MessageEvent<unknown>) => {
      lastFrameAt = Date.now();
      const frame = parseFrame(event.data);
      if (frame?.type === 'connected') buildReceived(frame.build);
      if (frame) events.frame(frame);
    };
    mine.onclose = (event: CloseEvent) => lost(event.code, event.reason);
    // A browser tells no reason here; the close that follows does.
    mine.onerror = null;
  }

  function lost(code: number, reason: string): void {
    drop(1000);
    const next = afterClose(code);
    if (next === 'sign-out' || next === 'banned') {
      setStatus('off');
      events.ended(next);
      return;
    }
    if (!events.mayRetry()) {
      setStatus('off');
      return;
    }
    setStatus('waiting');
    const asked = askedDelayMs(reason);
    if (next === 'patient' && asked === null) failures = Math.max(failures, patientFailures);
    const delay = reconnectDelay(failures, Math.random(), asked ?? 0);
    askedMs = next === 'patient' || asked !== null ? delay : 0;
    notBefore = Date.now() + askedMs;
    retryTimer = setTimeout(connect, delay);
    failures++;
  }

  // Browsers cannot ping. Bytes that stay in the buffer show a dead connection; long
  // silence is only a doubt. The device's clock may be put back by a day meanwhile.
  function watch(): void {
    if (!socket) return;
    const now = Date.now();
    if (socket.bufferedAmount === 0) stuckSince = 0;
    else if (stuckSince === 0) stuckSince = now;
    else if (Math.abs(now - stuckSince) >= stuckSendMs) {
      connect();
      return;
    }
    const patience = document.visibilityState === 'visible' ? probeAfterMs : probeHiddenAfterMs;
    if (Math.abs(now - lastFrameAt) >= patience) {
      lastFrameAt = now;
      events.probe();
    }
  }

  // Back in the network or back on screen: a waiting line connects within spreadMs, unless
  // the server has asked for a longer wait; so does one that died unheard while the page
  // slept, and an open one is asked whether it still lives.
  function wake(spreadMs: number): void {
    const dead = status === 'open' && socket?.readyState !== WebSocket.OPEN;
    if (dead) connect();
    else if (status === 'open') events.probe();
    if (status !== 'waiting') return;
    clearTimeout(retryTimer);
    const delay = Math.max(Math.min(notBefore - Date.now(), askedMs), spreadMs * Math.random());
    if (delay > 0) retryTimer = setTimeout(connect, delay);
    else connect();
  }
  const networkChanged = () => wake(onlineSpreadMs);
  function seen(): void {
    if (document.visibilityState === 'visible') wake(0);
  }
  function listen(on: boolean): void {
    const change = on ? 'addEventListener' : 'removeEventListener';
    window[change]('online', networkChanged);
    window[change]('offline', networkChanged);
    document[change]('visibilitychange', seen);
  }

  return {
    open() {
      if (status !== 'off') return;
      failures = 0;
      listen(true);
      connect();
    },
    close() {
      listen(false);
      drop(1000);
      setStatus('off');
    },
    send(frame) {
      if (status !== 'open' || socket?.readyState !== WebSocket.OPEN) return false;
      socket.send(JSON.stringify(frame));
      return true;
    },
    reconnectNow() {
      if (status === 'waiting' || status === 'open') connect();
    },
    fail() {
      if (status === 'open') lost(1006, '');
    },
    healthy() {
      failures = 0;
    },
    status: () => status,
  };
}

/** A frame, or null for what is none; unknown types are left to the switch. */
export function parseFrame(data: unknown): Outgoing | null {
  if (typeof data !== 'string') return null;
  try {
    const value: unknown = JSON.parse(data);
    const typed = typeof value === 'object' && value !== null && 'type' in value;
    // The server's frames are generated from the same structs as these types.
    return typed && typeof value.type === 'string' ? (value as Outgoing) : null;
  } catch {
    return null;
  }
}
