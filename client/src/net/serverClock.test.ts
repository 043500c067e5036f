// A device's clock may be days off: what the server dates is compared with the server's.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Credential, readAnswer } from './reply';
import { resetServerClock, serverNow } from './serverClock';

const now = Date.parse('2026-05-04T10:00:00Z');
const dayMs = 86_400_000;
const credential: Credential = { token: null, own: true, ignore401: true };

beforeEach(() => vi.useFakeTimers({ now }));
afterEach(resetServerClock);

/** The server answers at a moment of its own clock. */
function answeredAt(moment: number | null) {
  const date = moment === null ? null : new Date(moment).toUTCString();
  readAnswer({ status: 200, text: '', header: (name) => (name === 'Date' ? date : null) }, credential);
}

it.each([
  ['a day ahead', dayMs],
  ['a day behind', -dayMs],
  ['two hours ahead', 2 * 3_600_000],
])('follows the server on a device whose clock is %s', (_, off) => {
  vi.setSystemTime(now + off);
  answeredAt(now);
  expect(serverNow()).toBe(now);
  vi.advanceTimersByTime(90_000);
  expect(serverNow()).toBe(now + 90_000);
});

it('leaves a clock alone that is right within a minute, and what slow answers say of it', () => {
  answeredAt(now - 40_000);
  expect(serverNow()).toBe(now);
  answeredAt(null);
  expect(serverNow()).toBe(now);
  vi.setSystemTime(now + dayMs);
  answeredAt(now);
  answeredAt(now - 40_000);
  expect(serverNow()).toBe(now);
});

it('notices that the clock was put right', () => {
  vi.setSystemTime(now + dayMs);
  answeredAt(now);
  vi.setSystemTime(now);
  answeredAt(now);
  expect(serverNow()).toBe(now);
});
