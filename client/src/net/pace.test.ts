import { expect, it, vi } from 'vitest';
import { createPace } from './pace';

it('hands the first on at once and a burst with the next frame, in order (CHAT-43)', () => {
  vi.useFakeTimers();
  const seen: number[] = [];
  const pace = createPace((n: number) => seen.push(n));
  for (const n of [1, 2, 3]) pace.take(n);
  expect(seen).toEqual([1]);
  vi.advanceTimersToNextFrame();
  expect(seen).toEqual([1, 2, 3]);
  pace.take(4);
  expect(seen).toEqual([1, 2, 3]);
  vi.advanceTimersToNextFrame();
  vi.advanceTimersToNextFrame();
  pace.take(5);
  expect(seen).toEqual([1, 2, 3, 4, 5]);
  vi.useRealTimers();
});

it('does not wait for frames that a hidden page never draws', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.stubGlobal('requestAnimationFrame', () => 1);
  const seen: number[] = [];
  const pace = createPace((n: number) => seen.push(n));
  pace.take(1);
  pace.take(2);
  vi.advanceTimersByTime(250);
  expect(seen).toEqual([1, 2]);
  pace.take(3);
  pace.flush();
  expect(seen).toEqual([1, 2, 3]);
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('leaves a page that draws slowly as much time again before the next step (CHAT-43)', () => {
  let now = 0;
  let frame = () => {};
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  vi.stubGlobal('cancelAnimationFrame', () => {});
  vi.stubGlobal('requestAnimationFrame', (next: () => void) => {
    frame = next;
    return 1;
  });
  const at = (ms: number) => {
    now = ms;
    frame();
  };
  const seen: number[] = [];
  const pace = createPace((n: number) => seen.push(n));
  for (const n of [1, 2, 3]) pace.take(n);
  at(60); // drawing the first took 60 ms
  at(76);
  expect(seen).toEqual([1]);
  at(121);
  expect(seen).toEqual([1, 2, 3]);
  pace.take(4);
  at(137); // and this one a frame: no rest is due
  expect(seen).toEqual([1, 2, 3, 4]);
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

// Fifty messages a second had the room drawn fifty times a second.
it('takes ten steps a second where more comes than anybody reads', () => {
  vi.useFakeTimers();
  const seen: number[] = [];
  let steps = 0;
  let last = -1;
  const pace = createPace((n: number) => {
    seen.push(n);
    if (performance.now() !== last) steps++;
    last = performance.now();
  });
  const everyMs = (ms: number, count: number) => {
    steps = 0;
    for (let n = 0; n < count; n++) {
      pace.take(seen.length + n);
      vi.advanceTimersByTime(ms);
    }
    return steps;
  };
  everyMs(20, 100);
  expect(everyMs(20, 50)).toBeLessThanOrEqual(11);
  vi.advanceTimersByTime(2_000);
  expect(seen).toHaveLength(150);
  // At a pace that can be followed each is drawn by itself again.
  expect(everyMs(100, 10)).toBe(10);
  // What comes together is one burst.
  seen.length = 0;
  for (let n = 0; n < 500; n++) pace.take(n);
  vi.advanceTimersToNextFrame();
  expect(seen).toHaveLength(500);
  vi.useRealTimers();
});
