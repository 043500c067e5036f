// Hands values on as they come, but a burst in steps: at most one a frame, and
// where drawing one takes longer than that, the page gets as much time again
// for typing and scrolling before the next.

export interface Pace<T> {
  /** Takes a value: handed on at once, or with the next step when one was just handed on. */
  take(value: T): void;
  /** Hands on now what waits, in its order. */
  flush(): void;
}

const withoutFramesMs = 250; // a hidden page draws no frames
const slowMs = 25; // more than a frame of 60 a second: the page is behind
const restAtMostMs = 100;

export function createPace<T>(deliver: (value: T) => void): Pace<T> {
  let waiting: T[] = [];
  let busy = false;
  let deliveredAt = 0;
  let restUntil = 0;
  let frame = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function step() {
    busy = true;
    deliveredAt = performance.now();
    restUntil = 0;
    soon();
    flush();
  }
  function flush() {
    const values = waiting;
    waiting = [];
    for (const value of values) deliver(value);
  }
  function soon() {
    frame = requestAnimationFrame(next);
    timer = setTimeout(next, withoutFramesMs);
  }
  function next() {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
    const now = performance.now();
    // The first frame after a step comes when the step has been drawn.
    if (restUntil === 0) {
      const took = now - deliveredAt;
      restUntil = took > slowMs ? now + Math.min(took, restAtMostMs) : now;
    }
    if (waiting.length === 0) busy = false;
    else if (now < restUntil) soon();
    else step();
  }
  return {
    take(value) {
      waiting.push(value);
      if (!busy) step();
    },
    flush,
  };
}
