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

it.each([
  [0, 0.5, 7_000, 7_000],
  [0, 0.999, 3_000, 4_497],
  [3, 0.5, 7_000, 24_000],
  [0, 0.5, 900_000, 60_000],
])(
  'retry %i with random %d waits no less than the %i ms asked for: %i ms (P21)',
  (failures, random, asked, want) => {
    expect(reconnectDelay(failures, random, asked)).toBe(want);
  },
);
