// The provider's session in the page's address, confirmed by the server. Once it is, what
// hangs on a payment is asked again, and the draft of the sum ends.
import { type QueryKey, type UseQueryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { contributionsKey } from '@/queries/keys';
import { profileQuery } from '@/queries/people/me';
import { pointsKey } from '@/queries/rank/points';
import type { SumDraft } from '@/stores/sumDrafts';

export function usePaymentSession<Paid, Key extends QueryKey>(
  paid: (sessionId: string) => UseQueryOptions<Paid, Error, Paid, Key>,
  { reset }: SumDraft,
) {
  const client = useQueryClient();
  const sessionId = useSearchParams()[0].get('session_id') ?? '';
  const query = useQuery({ ...paid(sessionId), enabled: sessionId !== '' });
  useEffect(() => {
    if (!query.isSuccess) return;
    reset();
    for (const queryKey of [contributionsKey, pointsKey, profileQuery.queryKey]) {
      void client.invalidateQueries({ queryKey });
    }
  }, [query.isSuccess, client, reset]);
  return { sessionId, ...query };
}
