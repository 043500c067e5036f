// How what was fetched is joined with what happened meanwhile, in one way for every list
// that lives. An answer says the number of its log at which it was read (`asOf`). The
// events that were received lately are kept by their numbers, and those with a higher one
// are laid over the answer. The order in which answers and events arrive does not matter,
// and nothing is asked twice to be sure.

/** An event and its number. */
export type Numbered<Event> = readonly [seq: number, event: Event];

/** What was read at `asOf`, after the events with a higher number, in their order. */
export function layOver<Read, Event>(
  read: Read,
  asOf: number,
  events: Iterable<Numbered<Event>>,
  apply: (read: Read, event: Event) => Read,
): Read {
  let now = read;
  for (const [seq, event] of events) if (seq > asOf) now = apply(now, event);
  return now;
}

const keptMs = 60_000; // longer than any answer takes

export interface RecentEvents<Event> extends Iterable<Numbered<Event>> {
  /** Keeps an event; false for one that is older than what is kept of its subject. */
  add(seq: number, event: Event): boolean;
  clear(): void;
}

/**
 * The events of one log, at least those of the last minute, in the order of their numbers. With
 * `subjectOf` an event is the whole value of a subject: of each only the newest is kept.
 */
export function recentEvents<Event>(subjectOf?: (event: Event) => string): RecentEvents<Event> {
  let kept: { seq: number; event: Event; at: number }[] = [];

  function add(seq: number, event: Event): boolean {
    const at = performance.now();
    if (subjectOf) {
      const subject = subjectOf(event);
      const known = kept.findIndex((one) => subjectOf(one.event) === subject);
      if ((kept[known]?.seq ?? seq) > seq) return false;
      if (known >= 0) kept.splice(known, 1);
    }
    // Once a minute, so that many events cost no more each than few.
    if (kept[0] && at - kept[0].at > 2 * keptMs) kept = kept.filter((one) => at - one.at < keptMs);
    kept.splice(kept.findLastIndex((one) => one.seq <= seq) + 1, 0, { seq, event, at });
    return true;
  }

  return {
    add,
    clear: () => {
      kept = [];
    },
    *[Symbol.iterator]() {
      for (const { seq, event } of kept) yield [seq, event] as const;
    },
  };
}
