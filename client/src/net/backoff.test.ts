import { expect, it } from 'vitest';
import { reconnectDelay } from './backoff';

it.each([
  [0, 0, 1_500],
  [0, 0.5, 3_000],
  [0, 0.999, 4_497],
  [1, 0.5, 6_000],
  [3, 0.5, 24_000],
  [4, 0.5, 30_000],
  [40, 0.999, 30_000],
])('retry %i with random %d waits %i ms (WS-29)', (failures, random, want) => {
  expect(reconnectDelay(failures, random)).toBe(want);
});
