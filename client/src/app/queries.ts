// How fetched page data is kept and asked for again.
import { QueryClient } from '@tanstack/react-query';
import { ApiError } from '@/net/api';

/** A cache for one signed-in person. Queries repeat what may heal: no answer, or a server in trouble. */
export function createQueryClient() {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        retry: (failures, error) =>
          failures < 2 && error instanceof ApiError && (error.status === 0 || error.status >= 500),
        retryDelay: (failures) => Math.min(500 * 2 ** failures, 4_000),
        // A call that fails offline says so at once instead of waiting unseen.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
