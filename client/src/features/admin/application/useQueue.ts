// The applications that a review walks through: those of the page it was opened from, as
// they stood then, and after them what comes to the list. One that is decided leaves the
// list and stays here, so nothing moves under the reader.
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { type ApplicationFilter, applicationQuery, applicationsQuery } from '@/queries/application/review';
import type { AdminApplication } from '@/wire/bodies.gen';

type Queue = readonly AdminApplication[];

/** The queue with what was learned: known ones are replaced by newer, others come last. */
export function merge(queue: Queue, learned: Queue): Queue {
  const newer = new Map(learned.map((application) => [application.id, application]));
  const known = new Set(queue.map(({ id }) => id));
  const replaced = queue.map((application) => {
    const other = newer.get(application.id);
    return other && other.version >= application.version ? other : application;
  });
  return [...replaced, ...learned.filter(({ id }) => !known.has(id))];
}

const none: Queue = [];

/** `listed` is the page as it is now; undefined until it is there. */
export function useQueue(filter: ApplicationFilter, page: number, listed: Queue | undefined) {
  const cache = useQueryClient();
  const [queue, setQueue] = useState<Queue>(listed ?? none);
  const [merged, setMerged] = useState(listed);
  if (listed && merged !== listed) {
    setMerged(listed);
    setQueue(merge(queue, listed));
  }
  const onPage = useRef(new Set<string>());
  for (const { id } of listed ?? none) onPage.current.add(id);
  /** It was on the page, and is on it no more. */
  const hasLeft = (id: string) => onPage.current.has(id) && !listed?.some((one) => one.id === id);
  const latest = useRef(queue);
  latest.current = queue;
  // How far the pages were read.
  const reached = useRef(page);
  const asking = useRef<Promise<AdminApplication | undefined>>(undefined);

  const learn = (learned: Queue) => setQueue((before) => merge(before, learned));

  async function ask(): Promise<AdminApplication | undefined> {
    // Begins with the last page again: what was decided has drawn others up to it.
    for (let at = reached.current; ; at++) {
      const { applications, pagination } = await cache.fetchQuery(applicationsQuery(filter, at));
      const known = new Set(latest.current.map(({ id }) => id));
      const others = applications.filter(({ id }) => !known.has(id));
      reached.current = at;
      for (const one of applications) cache.setQueryData(applicationQuery(one.id).queryKey, one);
      if (others.length > 0) learn(others);
      if (others.length > 0 || at >= pagination.totalPages) return others[0];
    }
  }

  /** Has what comes after the queue loaded; answers the first of it. */
  function more(): Promise<AdminApplication | undefined> {
    asking.current ??= ask().finally(() => {
      asking.current = undefined;
    });
    return asking.current;
  }

  return { queue, hasLeft, learn, more, reached };
}
