// Hands values on as they come, but a burst once per animation frame: a hundred
// messages in a second are not a hundred drawings (CHAT-43).

export interface Pace<T> {
  /** Takes a value: handed on at once, or with the next frame when one was just handed on. */
  take(value: T): void;
  /** Hands on now what waits, in its order. */
  flush(): void;
}

const withoutFramesMs = 250; // a hidden page draws no frames

export function createPace<T>(hand: (value: T) => void): Pace<T> {
  let waiting: T[] = [];
  let busy = false;
  let frame = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function begin() {
    busy = true;
    frame = requestAnimationFrame(next);
    timer = setTimeout(next, withoutFramesMs);
  }
  function flush() {
    const values = waiting;
    waiting = [];
    for (const value of values) hand(value);
  }
  function next() {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
    busy = false;
    if (waiting.length === 0) return;
    begin();
    flush();
  }
  return {
    take(value) {
      waiting.push(value);
      if (busy) return;
      begin();
      flush();
    },
    flush,
  };
}
