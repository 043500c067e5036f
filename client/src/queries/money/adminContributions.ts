// Contributions of all members, for administrators.
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '@/net/api';
import { allContributionsKey, feesKey } from '@/queries/adminKeys';
import { momentsOf } from '@/queries/days';
import type {
  AdminContribution,
  AdminContributions,
  AdminFee,
  AdminFees,
  AdminServerCostReply,
  ChangeServerCost,
  ContributionRefunded,
  ContributionStatus,
  ContributionTotals,
  FeeRefunded,
  RefundPayment,
} from '@/wire/bodies.gen';

/** What the list is narrowed to; '' for everything. Days are YYYY-MM-DD of one's own calendar. */
export interface ContributionFilter {
  status: ContributionStatus | '';
  from: string;
  to: string;
}

function paramsOf(
  query: Partial<ContributionFilter> & {
    cursor?: string;
    zone?: string;
    unused?: string;
    application?: string;
  },
) {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value) params.set(name, value);
  return params;
}

export const allContributionsQuery = (filters: ContributionFilter) =>
  infiniteQueryOptions({
    queryKey: [...allContributionsKey, 'list', filters],
    queryFn: ({ pageParam, signal }) =>
      api.get<AdminContributions>(
        `/admin/contributions?${paramsOf({ status: filters.status, ...momentsOf(filters), cursor: pageParam })}`,
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor || undefined,
    staleTime: 0,
  });

/** A contribution as it is by now, whatever a list is narrowed to; undefined when there is none. */
export async function contributionNow({ id, at }: AdminContribution, signal: AbortSignal) {
  const second = Math.floor(Date.parse(at) / 1000) * 1000;
  const moments = { from: new Date(second).toISOString(), to: new Date(second + 1000).toISOString() };
  const path = `/admin/contributions?${paramsOf(moments)}`;
  return (await api.get<AdminContributions>(path, { signal })).contributions.find((one) => one.id === id);
}

const exportTimeoutMs = 120_000;

/** Every contribution that the filters let through, as the server's CSV. */
export const exportContributions = (filters: ContributionFilter) =>
  api.blob(`/admin/contributions/export?${paramsOf({ status: filters.status, ...momentsOf(filters) })}`, {
    timeoutMs: exportTimeoutMs,
  });

/** What was contributed each day of one's own calendar. */
export const contributionDaysQuery = ({ from, to }: ContributionFilter) =>
  queryOptions({
    queryKey: [...allContributionsKey, 'days', from, to],
    queryFn: ({ signal }) => {
      const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
      return api.get<ContributionTotals>(`/admin/contributions/totals?${paramsOf({ from, to, zone })}`, {
        signal,
      });
    },
    staleTime: 0,
  });

/** Pays back; the same key pays nothing back twice. */
export const refundContribution = (id: string, body: RefundPayment, key: string) =>
  api.post<ContributionRefunded>(`/admin/contributions/${encodeURIComponent(id)}/refund`, body, {
    headers: { 'Idempotency-Key': key },
    timeoutMs: 30_000,
  });

/**
 * The paid fees, newest first; `unused` for those only that bought nothing, with the id of
 * an application for those of it.
 */
export const feesQuery = (unused: boolean, application: string) =>
  infiniteQueryOptions({
    queryKey: [...feesKey, unused, application],
    queryFn: ({ pageParam, signal }) =>
      api.get<AdminFees>(
        `/admin/fees?${paramsOf({ unused: unused ? 'true' : '', application, cursor: pageParam })}`,
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor || undefined,
    staleTime: 0,
  });

/**
 * A fee as it is by now, among those of its application, or among all once that is deleted;
 * undefined when there is none.
 */
export async function feeNow({ id, applicationId }: AdminFee, signal: AbortSignal) {
  let cursor = '';
  do {
    const path = `/admin/fees?${paramsOf({ application: applicationId ?? '', cursor })}`;
    const { fees, nextCursor } = await api.get<AdminFees>(path, { signal });
    const found = fees.find((one) => one.id === id);
    if (found) return found;
    cursor = nextCursor ?? '';
  } while (cursor);
}

/** Pays a fee back; the same key pays nothing back twice. */
export const refundFee = (id: string, body: RefundPayment, key: string) =>
  api.post<FeeRefunded>(`/admin/fees/${encodeURIComponent(id)}/refund`, body, {
    headers: { 'Idempotency-Key': key },
    timeoutMs: 30_000,
  });

/** The base, the day it is due, and the cost now. */
export const costSettingsQuery = queryOptions({
  queryKey: ['admin', 'server-cost'],
  queryFn: async ({ signal }) =>
    (await api.get<AdminServerCostReply>('/admin/server-cost', { signal })).serverCost,
  staleTime: 0,
});

export const changeCostSettings = (body: ChangeServerCost) =>
  api.patch<AdminServerCostReply>('/admin/server-cost', body);
