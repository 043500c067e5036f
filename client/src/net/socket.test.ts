import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { onAnotherBuild } from './build';
import { type ChatSocket, createChatSocket, parseFrame, type SocketEvents } from './socket';
import { FakeSocket, playSockets } from './socket.fixture';

let mayRetry = true;
let events: SocketEvents;
let socket: ChatSocket;

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(0.5); // no spread: the plain delays
  playSockets();
  mayRetry = true;
  events = {
    opened: vi.fn(),
    frame: vi.fn(),
    status: vi.fn(),
    ended: vi.fn(),
    probe: vi.fn(),
    mayRetry: () => mayRetry,
  };
  socket = createChatSocket(() => 'ws://test/ws/chat', events);
});

afterEach(() => {
  socket.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function openAndAccept() {
  socket.open();
  FakeSocket.last.accept();
  return FakeSocket.last;
}

it('opens once, however often it is asked', () => {
  socket.open();
  socket.open();
  openAndAccept();
  socket.open();
  expect(FakeSocket.opened).toHaveLength(1);
  expect(events.opened).toHaveBeenCalledTimes(1);
});

it.each([1001, 1006, 4408, 4409])('comes back 3 s after close %i (WS-29)', (code) => {
  openAndAccept().drop(code);
  expect(socket.status()).toBe('waiting');
  vi.advanceTimersByTime(2_999);
  expect(FakeSocket.opened).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(FakeSocket.opened).toHaveLength(2);
});

it('waits longer after each failure, and starts anew once the server let it in (WS-29)', () => {
  openAndAccept().drop(1006);
  const waits: number[] = [];
  for (let i = 0; i < 6; i++) {
    const before = FakeSocket.opened.length;
    let waited = 0;
    while (FakeSocket.opened.length === before) {
      vi.advanceTimersByTime(500);
      waited += 500;
    }
    waits.push(waited);
    FakeSocket.last.drop(1006);
  }
  expect(waits).toEqual([3_000, 6_000, 12_000, 24_000, 30_000, 30_000]);
  vi.advanceTimersByTime(30_000);
  FakeSocket.last.accept();
  socket.healthy();
  FakeSocket.last.drop(1006);
  const before = FakeSocket.opened.length;
  vi.advanceTimersByTime(3_000);
  expect(FakeSocket.opened).toHaveLength(before + 1);
});

it.each([
  [1013, '', 12_000], // the node cannot say
  [1013, 'unavailable', 12_000],
  [1013, 'full, retry in 7 s', 7_000],
  [1013, 'draining, retry in 3 s', 3_000],
  [1008, 'too many refused frames', 12_000],
])('gives a node more time after close %i %j (P21)', (code, reason, wait) => {
  openAndAccept().drop(code, reason);
  vi.advanceTimersByTime(wait - 1);
  expect(FakeSocket.opened).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(FakeSocket.opened).toHaveLength(2);
});

it('waits longer than asked once it was refused again and again (P21)', () => {
  openAndAccept().drop(1013, 'full, retry in 4 s');
  vi.advanceTimersByTime(4_000);
  FakeSocket.last.drop(1013, 'full, retry in 4 s');
  vi.advanceTimersByTime(6_000);
  FakeSocket.last.drop(1013, 'full, retry in 4 s');
  vi.advanceTimersByTime(11_999);
  expect(FakeSocket.opened).toHaveLength(3);
  vi.advanceTimersByTime(1);
  expect(FakeSocket.opened).toHaveLength(4);
});

it.each([
  [4401, 'sign-out'],
  [4403, 'banned'],
])('ends for good on %i (WS-28)', (code, why) => {
  openAndAccept().drop(code);
  vi.advanceTimersByTime(120_000);
  expect(FakeSocket.opened).toHaveLength(1);
  expect(events.ended).toHaveBeenCalledWith(why);
  expect(socket.status()).toBe('off');
});

it('does not come back without a username (WS-29)', () => {
  const first = openAndAccept();
  mayRetry = false;
  first.drop(1006);
  vi.advanceTimersByTime(120_000);
  expect(FakeSocket.opened).toHaveLength(1);
});

// An office whose network came back connected in one instant.
it('connects within two seconds when the network is back, and at once when it is looked at', () => {
  openAndAccept().drop(1006);
  window.dispatchEvent(new Event('online'));
  vi.advanceTimersByTime(999);
  expect(FakeSocket.opened).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(FakeSocket.opened).toHaveLength(2);
  FakeSocket.last.drop(1006);
  document.dispatchEvent(new Event('visibilitychange'));
  expect(FakeSocket.opened).toHaveLength(3);
  vi.advanceTimersByTime(3_000);
  expect(FakeSocket.opened).toHaveLength(3);
});

// Each return of the network or of the eye came before the time that a full node had asked for.
it.each([
  [1013, 'full, retry in 20 s', 20_000],
  [1008, '', 12_000],
])('keeps the wait that close %i asks for, whatever comes back meanwhile', (code, reason, ms) => {
  openAndAccept().drop(code, reason);
  const asked = Date.now();
  vi.advanceTimersByTime(1_000);
  window.dispatchEvent(new Event('online'));
  document.dispatchEvent(new Event('visibilitychange'));
  vi.advanceTimersByTime(ms - 2_000);
  expect(FakeSocket.opened).toHaveLength(1);
  vi.advanceTimersByTime(15_000);
  expect(FakeSocket.opened).toHaveLength(2);
  expect(Date.now() - asked).toBeGreaterThanOrEqual(ms);
});

// A clock that was put right by a day held up what had been reckoned by the wrong one.
it('neither waits nor is silent for a day when the clock is put back', () => {
  openAndAccept();
  vi.setSystemTime(Date.now() - 86_400_000);
  vi.advanceTimersByTime(48_000);
  expect(events.probe).toHaveBeenCalled();
  FakeSocket.last.drop(1013, 'full, retry in 20 s');
  vi.setSystemTime(Date.now() - 86_400_000);
  document.dispatchEvent(new Event('visibilitychange'));
  vi.advanceTimersByTime(25_000);
  expect(FakeSocket.opened).toHaveLength(2);
});

// A line that died while nobody looked was never noticed: no sound, no number in the title.
it('doubts the connection of a hidden page after four minutes of silence', () => {
  const hidden = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  openAndAccept();
  vi.advanceTimersByTime(230_000);
  expect(events.probe).not.toHaveBeenCalled();
  vi.advanceTimersByTime(14_000);
  expect(events.probe).toHaveBeenCalledTimes(1);
  hidden.mockRestore();
});

it('doubts an open connection when the network or the screen comes back, and after long silence', () => {
  openAndAccept();
  window.dispatchEvent(new Event('online'));
  document.dispatchEvent(new Event('visibilitychange'));
  expect(events.probe).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(48_000);
  expect(events.probe).toHaveBeenCalledTimes(3);
});

it('drops a connection whose bytes do not leave', () => {
  const first = openAndAccept();
  first.bufferedAmount = 100;
  vi.advanceTimersByTime(16_000);
  expect(FakeSocket.opened.length).toBeGreaterThan(1);
  expect(first.closed).toBe(true);
});

it('gives up a connection that does not open in 10 s', () => {
  socket.open();
  vi.advanceTimersByTime(10_000);
  expect(FakeSocket.last.closed).toBe(true);
  expect(socket.status()).toBe('waiting');
});

it('never keeps two sockets, and hears nothing of the one it let go', () => {
  const first = openAndAccept();
  socket.reconnectNow();
  expect(FakeSocket.living).toHaveLength(1);
  first.receive({ type: 'room_left', roomId: 'general' });
  first.drop(1006);
  expect(events.frame).not.toHaveBeenCalled();
  vi.advanceTimersByTime(5_000);
  expect(FakeSocket.opened).toHaveLength(2);
});

it('plans no retry after a close of its own', () => {
  openAndAccept();
  socket.close();
  vi.advanceTimersByTime(60_000);
  expect(FakeSocket.opened).toHaveLength(1);
});

it('says whether a frame could go', () => {
  expect(socket.send({ type: 'typing_start' })).toBe(false);
  const open = openAndAccept();
  expect(socket.send({ type: 'typing_start' })).toBe(true);
  expect(open.sent).toEqual([{ type: 'typing_start' }]);
});

it.each([['not json'], ['null'], ['[]'], ['{"a":1}'], [new Blob()]])('takes %j for no frame', (data) => {
  expect(parseFrame(data)).toBeNull();
});

it('learns from the first frame which build the server has', () => {
  const page = document.createElement('meta');
  page.name = 'muster-build';
  page.content = 'one';
  document.head.append(page);
  const heard = vi.fn();
  const stop = onAnotherBuild(heard);
  const server = openAndAccept();
  server.receive({ type: 'connected', serverTime: '2026-03-04T12:00:00Z', build: 'one' });
  expect(heard).not.toHaveBeenCalled();
  server.receive({ type: 'connected', serverTime: '2026-03-04T12:00:00Z', build: 'two' });
  expect(heard).toHaveBeenCalledExactlyOnceWith('two', false);
  stop();
  page.remove();
});
