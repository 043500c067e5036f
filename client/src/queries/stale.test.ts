// What a live event makes out of date is asked for again.
import { afterEach, expect, it } from 'vitest';
import { mentionsKey } from './chat/mentions';
import { queryClient } from './client';
import { roomMediaKey, searchKey } from './keys';
import { costLedgerQuery } from './money/serverCost';
import { askAgain } from './stale';

afterEach(() => queryClient.clear());

it('finds the lists with names of members', () => {
  const lists = [
    mentionsKey,
    roomMediaKey('general'),
    [...searchKey, { q: 'gate' }],
    costLedgerQuery.queryKey,
  ];
  for (const queryKey of lists) queryClient.setQueryData(queryKey, {});
  askAgain('names');
  for (const queryKey of lists) expect(queryClient.getQueryState(queryKey)?.isInvalidated).toBe(true);
});
