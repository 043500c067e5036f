import { expect, it } from 'vitest';
import { ApiError } from '@/net/api';
import { onStale } from '@/stores/stale';
import { queryClient } from './client';

// A right that was revoked is known to the server alone until the caller's status is read.
it('has the status of the caller read again after a refusal, and after no other failure', async () => {
  const stale: string[] = [];
  const stop = onStale((what) => stale.push(what));
  for (const status of [400, 404, 403]) {
    const queryFn = () => Promise.reject(new ApiError(status, 'No', 'x'));
    await queryClient.fetchQuery({ queryKey: ['refused', status], queryFn }).catch(() => {});
  }
  stop();
  queryClient.clear();
  expect(stale).toEqual(['userStatus']);
});
