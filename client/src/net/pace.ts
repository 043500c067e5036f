// Passes values on as they come, but a burst in steps: at most one step an animation frame.
// Where drawing a step takes longer than a frame, the page gets as much time again for typing
// and scrolling before the next. In a room too fast to read there are ten steps a second,
// which limits the fixed cost of steps.

export interface Pace<T> {
  /** Passes a value on at once, or with the next step when one was just passed on. */
  take(value: T): void;
  /** Passes on at once what waits, in its order. */
  flush(): void;
}

const withoutFramesMs = 250; // a hidden page draws no frames
const slowMs = 25; // more than a frame of 60 a second: the page is behind
const restAtMostMs = 100;
const crowdedAbove = 25; // arrivals in a second
const crowdedStepMs = 100;
const arrivalsApartMs = 8; // what comes closer together, as after a reconnect, is one arrival

export function createPace<T>(deliver: (value: T) => void): Pace<T> {
  let waiting: T[] = [];
  let busy = false;
  let deliveredAt = 0;
  let restUntil = 0;
  let frame = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const arrivals = { second: 0, last: 0, now: 0, before: 0 };

  function countArrival() {
    const at = performance.now();
    const second = Math.floor(at / 1_000);
    if (second !== arrivals.second) {
      arrivals.before = second === arrivals.second + 1 ? arrivals.now : 0;
      arrivals.second = second;
      arrivals.now = 0;
    }
    if (at - arrivals.last < arrivalsApartMs) return;
    arrivals.last = at;
    arrivals.now++;
  }
  const crowded = () => Math.max(arrivals.now, arrivals.before) > crowdedAbove;

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
      if (crowded()) restUntil = Math.max(restUntil, deliveredAt + crowdedStepMs);
    }
    if (now < restUntil) soon();
    else if (waiting.length === 0) busy = false;
    else step();
  }
  return {
    take(value) {
      countArrival();
      waiting.push(value);
      if (!busy) step();
    },
    flush,
  };
}
