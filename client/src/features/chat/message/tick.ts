// One timer for every mark that says how long ago something was.
const tickMs = 10_000;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** Calls `changed` every ten seconds until what it returns is called. */
export function onTick(changed: () => void): () => void {
  listeners.add(changed);
  timer ??= setInterval(() => {
    for (const listener of listeners) listener();
  }, tickMs);
  return () => {
    listeners.delete(changed);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}
