// What a member pays: the checkout, what became of it, one's own contributions.
import { queryOptions } from '@tanstack/react-query';
import { api } from '@/net/api';
import type {
  CheckoutCreated,
  ContributionHistory,
  ContributionPaid,
  ContributionTotal,
  CreateContribution,
  CreateServerCostPayment,
  PaymentSession,
  ServerCostPaid,
} from '@/wire/bodies.gen';
import { contributionsKey } from '../keys';

export const contributionsQuery = queryOptions({
  queryKey: [...contributionsKey, 'history'],
  queryFn: async ({ signal }) =>
    (await api.get<ContributionHistory>('/contribute/history', { signal })).history,
  staleTime: 0,
});

export const contributedQuery = queryOptions({
  queryKey: [...contributionsKey, 'total'],
  queryFn: async ({ signal }) => (await api.get<ContributionTotal>('/contribute/total', { signal })).total,
  staleTime: 0,
});

// The provider is asked meanwhile: it may take its time.
const checkoutTimeoutMs = 30_000;

const withKey = (key: string) => ({ headers: { 'Idempotency-Key': key }, timeoutMs: checkoutTimeoutMs });

/** Makes a checkout; the same key makes no second one. */
export const createContribution = (body: CreateContribution, key: string) =>
  api.post<CheckoutCreated>('/contribute/create-checkout-session', body, withKey(key));

export const createServerCostPayment = (body: CreateServerCostPayment, key: string) =>
  api.post<CheckoutCreated>('/server-cost/create-checkout-session', body, withKey(key));

// Asked once a session of the provider: the answer does not change, and asking
// again does no harm.
const settled = { staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false } as const;

export const contributionPaidQuery = (sessionId: string) =>
  queryOptions({
    queryKey: ['payments', 'contribution', sessionId],
    queryFn: async ({ signal }) => {
      const body: PaymentSession = { sessionId };
      const options = { signal, timeoutMs: checkoutTimeoutMs };
      return (await api.post<ContributionPaid>('/contribute/payment-success', body, options)).contribution;
    },
    ...settled,
  });

export const serverCostPaidQuery = (sessionId: string) =>
  queryOptions({
    queryKey: ['payments', 'server-cost', sessionId],
    queryFn: async ({ signal }) => {
      const body: PaymentSession = { sessionId };
      const options = { signal, timeoutMs: checkoutTimeoutMs };
      return (await api.post<ServerCostPaid>('/server-cost/payment-success', body, options)).contribution;
    },
    ...settled,
  });
