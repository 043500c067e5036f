// The audit log, for administrators.
import { infiniteQueryOptions } from '@tanstack/react-query';
import { api } from '@/net/api';
import { momentsOf } from '@/queries/days';
import type { AuditLog } from '@/wire/bodies.gen';

/** What the log is narrowed to; '' for everything. Days are YYYY-MM-DD of one's own calendar. */
export interface AuditFilter {
  q: string;
  /** An action, changes or views. */
  action: string;
  actor: string;
  subject: string;
  from: string;
  to: string;
}

/** The filters as the server reads them: the last day is a part of them. */
export function auditParams({ q, action, actor, subject, from, to }: AuditFilter): URLSearchParams {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries({ q, action, actor, subject }))
    if (value) params.set(name, value.trim());
  for (const [name, moment] of Object.entries(momentsOf({ from, to }))) if (moment) params.set(name, moment);
  return params;
}

export const auditQuery = (filters: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: ['admin', 'audit', filters],
    queryFn: ({ pageParam, signal }) => {
      const params = auditParams(filters);
      if (pageParam) params.set('cursor', pageParam);
      return api.get<AuditLog>(`/admin/audit?${params}`, { signal });
    },
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor || undefined,
    staleTime: 0,
  });
