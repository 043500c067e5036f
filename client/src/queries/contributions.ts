// Contributions of all members, for administrators.
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '@/net/api';
import type {
  AdminContribution,
  AdminContributions,
  AdminServerCostReply,
  ChangeServerCost,
  ContributionRefunded,
  ContributionStatus,
  ContributionTotals,
  RefundContribution,
} from '@/wire/bodies.gen';

/** What the list is narrowed to; '' for everything. Days are YYYY-MM-DD. */
export interface ContributionFilters {
  status: ContributionStatus | '';
  from: string;
  to: string;
}

/** Everything of the administrators' contributions. */
export const allContributionsKey = ['admin', 'contributions'] as const;

function pageOf(filters: ContributionFilters, cursor: string, signal?: AbortSignal) {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...filters, cursor })) if (value) params.set(name, value);
  return api.get<AdminContributions>(`/admin/contributions?${params}`, { signal });
}

export const allContributionsQuery = (filters: ContributionFilters) =>
  infiniteQueryOptions({
    queryKey: [...allContributionsKey, 'list', filters],
    queryFn: ({ pageParam, signal }) => pageOf(filters, pageParam, signal),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor || undefined,
    staleTime: 0,
  });

/** Every contribution that the filters let through, page after page. */
export async function everyContribution(filters: ContributionFilters): Promise<AdminContribution[]> {
  const all: AdminContribution[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const page: AdminContributions = await pageOf(filters, cursor);
    all.push(...page.contributions);
    cursor = page.nextCursor;
  }
  return all;
}

/** What was contributed each day. */
export const contributionDaysQuery = ({ from, to }: ContributionFilters) =>
  queryOptions({
    queryKey: [...allContributionsKey, 'days', from, to],
    queryFn: ({ signal }) => {
      const params = new URLSearchParams();
      if (from) params.set('from', from);
      if (to) params.set('to', to);
      return api.get<ContributionTotals>(`/admin/contributions/totals?${params}`, { signal });
    },
    staleTime: 0,
  });

export const refundContribution = (id: string, body: RefundContribution) =>
  api.post<ContributionRefunded>(`/admin/contributions/${encodeURIComponent(id)}/refund`, body, {
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
