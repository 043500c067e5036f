// What is shown, and could not be asked for again, is asked for until it answers: also by a
// query that otherwise asks again for reasons of its own, and has none now.
import { QueryObserver } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { ApiError } from '@/net/api';
import { campaignQuery } from './campaign';
import { reportsQuery } from './chat/reports';
import { againMs, queryClient } from './client';
import { nodesQuery, realtimeQuery } from './desk/activity';
import { overviewQuery } from './desk/analytics';
import { waitingQuery } from './desk/waiting';
import { historyQuery, quotaQuery } from './emergency';
import { decryptListQuery } from './encrypted';
import { exportQuery } from './people/mydata';

type Interval = (query: { state: object }) => number | false;
const over = { campaign: { status: 'completed' } };

it.each([
  ['every query', queryClient.getDefaultOptions().queries, {}],
  ['the quota', quotaQuery, { nextAllowedAt: null }],
  [
    'the quota that is used up',
    quotaQuery,
    { nextAllowedAt: new Date(Date.now() + 3_600_000).toISOString() },
  ],
  ['emergencies', historyQuery, { pages: [{ history: [{ isResolved: true }] }] }],
  ['a campaign that is over', campaignQuery('c', true), over],
  ['a campaign that is not followed', campaignQuery('c', false), over],
  ['activity that is not followed', realtimeQuery(false), {}],
  ['the nodes', nodesQuery(false), {}],
  // These kept to their own interval: the notice of a server that had been back for long stood on the screen.
  ['what waits', waitingQuery, {}],
  ['the overview', overviewQuery, {}],
  ['the reports', reportsQuery('open'), {}],
  ['encrypted messages', decryptListQuery, {}],
  ['the export', exportQuery, { state: 'none' }],
])('%s', (_, { refetchInterval } = {}, data) => {
  const after = refetchInterval as Interval;
  const asked = (status: string, error: Error | null) => after({ state: { status, data, error } });
  expect(asked('error', new ApiError(503, '', 'unavailable'))).toBe(againMs);
  expect(asked('error', new ApiError(0, '', 'network'))).toBe(againMs);
  expect(asked('error', new ApiError(403, '', 'forbidden'))).not.toBe(againMs);
});

// A screen that was opened without a network stayed an error until somebody pressed a button.
it('asks for what never came once the network is back', async () => {
  const queryFn = vi
    .fn()
    .mockRejectedValueOnce(new ApiError(0, '', 'network'))
    .mockResolvedValue('here');
  const query = new QueryObserver<string>(queryClient, { queryKey: ['never came'], queryFn, retry: false });
  const stop = query.subscribe(() => {});
  await vi.waitFor(() => expect(query.getCurrentResult().status).toBe('error'));
  window.dispatchEvent(new Event('online'));
  await vi.waitFor(() => expect(query.getCurrentResult().data).toBe('here'));
  expect(queryFn).toHaveBeenCalledTimes(2);
  stop();
  queryClient.clear();
});
