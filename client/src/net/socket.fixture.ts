// A WebSocket for tests: what the client opens and sends is seen, what the
// server does is played.
import { vi } from 'vitest';
import type { Incoming, Outgoing } from '@/wire/frames.gen';

export class FakeSocket {
  static opened: FakeSocket[] = [];
  static readonly OPEN = 1;
  readyState = 0;
  bufferedAmount = 0;
  sent: Incoming[] = [];
  closed = false;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((event: { code: number; reason: string }) => void) | null = null;
  onerror: (() => void) | null = null;

  constructor(readonly url: string) {
    FakeSocket.opened.push(this);
  }
  send(text: string) {
    this.sent.push(JSON.parse(text) as Incoming);
  }
  close() {
    this.closed = true;
    this.readyState = 3;
  }

  /** The server accepts the connection. */
  accept() {
    this.readyState = FakeSocket.OPEN;
    this.onopen?.();
  }
  /** The server sends a frame. */
  receive(frame: Outgoing) {
    this.onmessage?.({ data: JSON.stringify(frame) });
  }
  /** The connection ends with a code, and the reason the server gives. */
  drop(code: number, reason = '') {
    this.closed = true;
    this.readyState = 3;
    this.onclose?.({ code, reason });
  }

  static get last(): FakeSocket {
    const last = FakeSocket.opened.at(-1);
    if (!last) throw new Error('no socket was opened');
    return last;
  }
  static get living(): FakeSocket[] {
    return FakeSocket.opened.filter((socket) => !socket.closed);
  }
}

/** Puts FakeSocket in the browser's place for one test. */
export function playSockets() {
  FakeSocket.opened = [];
  vi.stubGlobal('WebSocket', FakeSocket);
}
