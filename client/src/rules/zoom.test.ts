import { expect, it } from 'vitest';
import { fitted, moved, swipeOf, zoomAround } from './zoom';

const stage = { width: 400, height: 300 };

it('keeps the point under the fingers where it is', () => {
  const zoom = zoomAround(fitted, 2, { x: 50, y: -20 }, stage);
  expect(zoom).toEqual({ scale: 2, x: -50, y: 20 });
  // The picture's point that was at 50 is still there: 50 * 2 - 50.
  expect(zoomAround(zoom, 0.5, { x: 50, y: -20 }, stage)).toEqual(fitted);
});

it('never becomes smaller than the stage nor larger than six times', () => {
  expect(zoomAround(fitted, 0.2, { x: 9, y: 9 }, stage)).toEqual(fitted);
  expect(zoomAround(fitted, 100, { x: 0, y: 0 }, stage).scale).toBe(6);
});

it('is moved up to its edges, and not at all while it fits', () => {
  const zoom = zoomAround(fitted, 2, { x: 0, y: 0 }, stage);
  expect(moved(zoom, 1_000, -1_000, stage)).toEqual({ scale: 2, x: 200, y: -150 });
  expect(moved(fitted, 30, 30, stage)).toEqual(fitted);
});

it.each([
  [-80, 10, 'next'],
  [80, -10, 'previous'],
  [10, 120, 'close'],
  [10, -120, null],
  [40, 0, null],
  [70, 65, null],
] as const)('takes a way of %i, %i for %s', (dx, dy, want) => {
  expect(swipeOf(dx, dy)).toBe(want);
});
