// Merges an HTTP answer with the events received meanwhile, in one way for every live list.
// An answer has the number of its log at which it was read (`asOf`). Recent events are
// retained with their numbers, and those with a higher number are applied to the answer. The
// order in which answers and events arrive does not matter, and no request is repeated.

/** An event and its number. */
export type Numbered<Event> = readonly [seq: number, event: Event];

/** The number of a log, as an answer has it: a text, or a number from a node of an older build. */
export type AsOf = string | number;

/** Applies the events with a number above `asOf` to an answer, in their order. */
export function layOver<Read, Event>(
  read: Read,
  asOf: AsOf,
  events: Iterable<Numbered<Event>>,
  apply: (read: Read, event: Event) => Read,
): Read {
  const readAt = Number(asOf);
  let now = read;
  for (const [seq, event] of events) if (seq > readAt) now = apply(now, event);
  return now;
}

const retainedMs = 60_000; // longer than any answer takes

export interface RecentEvents<Event> extends Iterable<Numbered<Event>> {
  /** Adds an event; false when a newer one of its subject is there. */
  add(seq: number, event: Event): boolean;
  clear(): void;
}

/**
 * The events of one log, at least those of the last minute, in the order of their numbers. With
 * `subjectOf` an event is the whole value of a subject: only the newest of each is retained.
 */
export function recentEvents<Event>(subjectOf?: (event: Event) => string): RecentEvents<Event> {
  let recent: { seq: number; event: Event; at: number }[] = [];

  function add(seq: number, event: Event): boolean {
    const at = performance.now();
    if (subjectOf) {
      const subject = subjectOf(event);
      const known = recent.findIndex((one) => subjectOf(one.event) === subject);
      if ((recent[known]?.seq ?? seq) > seq) return false;
      if (known >= 0) recent.splice(known, 1);
    }
    // Old events are dropped about once a minute, not at every event.
    if (recent[0] && at - recent[0].at > 2 * retainedMs)
      recent = recent.filter((one) => at - one.at < retainedMs);
    recent.splice(recent.findLastIndex((one) => one.seq <= seq) + 1, 0, { seq, event, at });
    return true;
  }

  return {
    add,
    clear: () => {
      recent = [];
    },
    *[Symbol.iterator]() {
      for (const { seq, event } of recent) yield [seq, event] as const;
    },
  };
}
