// GIFs to choose from, as the server passes them on from the GIF service.
import { infiniteQueryOptions } from '@tanstack/react-query';
import { api } from '@/net/api';
import type { GIF, GIFs } from '@/wire/bodies.gen';

export const gifPage = 20;

/** What is trending, or what is found by `words`, 20 a page. */
export const gifsQuery = (words: string) =>
  infiniteQueryOptions({
    queryKey: ['gifs', words],
    queryFn: async ({ pageParam, signal }) => {
      const asked = new URLSearchParams({ limit: String(gifPage), offset: String(pageParam) });
      if (words !== '') asked.set('q', words);
      return (await api.get<GIFs>(`/gifs/${words === '' ? 'trending' : 'search'}?${asked}`, { signal })).gifs;
    },
    initialPageParam: 0,
    // A page that brings nothing new is the end too.
    getNextPageParam: (last: GIF[], pages: GIF[][]) => {
      const before = new Set(pages.slice(0, -1).flatMap((page) => page.map((gif) => gif.id)));
      const more = last.length >= gifPage && last.some((gif) => !before.has(gif.id));
      return more ? pages.reduce((sum, page) => sum + page.length, 0) : undefined;
    },
    staleTime: 5 * 60_000,
    retry: false,
  });
