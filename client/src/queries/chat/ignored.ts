// Whom the caller ignores: asked for here, kept by stores/chat/ignored.ts, where the
// message list reads it.
import { queryOptions } from '@tanstack/react-query';
import { loadIgnored } from '@/stores/chat/ignored';

export const ignoredQuery = queryOptions({
  queryKey: ['me', 'ignored'],
  queryFn: async ({ signal }) => {
    await loadIgnored(signal);
    return true;
  },
});
