// Searching the messages of the rooms the caller may enter.
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { api } from '@/net/api';
import { searchKey } from '@/queries/keys';
import { isSearch } from '@/rules/chat/search';
import { dayStart } from '@/rules/time';
import type { SearchResults } from '@/wire/bodies.gen';

export interface Search {
  q: string;
  /** '' for every room. */
  roomId: string;
  /** A username; '' for anybody. */
  from: string;
  /** Days, YYYY-MM-DD, both included; '' for no bound. */
  since: string;
  until: string;
  has: '' | 'link' | 'media';
}

const pageSize = 20;

/** The messages found, newest first, a page at a time. */
export const searchQuery = (search: Search) =>
  infiniteQueryOptions({
    queryKey: [...searchKey, search],
    queryFn: ({ pageParam, signal }) => {
      const values = {
        q: search.q,
        roomId: search.roomId,
        from: search.from,
        after: dayStart(search.since),
        before: dayStart(search.until, 1),
        has: search.has,
        limit: String(pageSize),
        cursor: pageParam,
      };
      const params = new URLSearchParams();
      for (const [name, value] of Object.entries(values)) if (value) params.set(name, value);
      return api.get<SearchResults>(`/chat/search?${params}`, { signal });
    },
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor || undefined,
    enabled: isSearch(search),
    // What is being typed does not empty the list.
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
