// Applications, for administrators: a page of them, one of them, a decision, a claim.
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { ApiError, api } from '@/net/api';
import { serverNow } from '@/net/serverClock';
import { queryClient } from '@/queries/client';
import { orFound } from '@/queries/lostAnswer';
import type { ReviewStatus } from '@/rules/application/review';
import type {
  AdminApplication,
  ApplicationClaimed,
  ApplicationDecided,
  ApplicationShown,
  Applications,
  ClaimApplication,
  DecideApplication,
} from '@/wire/bodies.gen';

export type ApplicationFilter = 'all' | ReviewStatus;

export const applicationsKey = ['admin', 'applications'] as const;
const pagesKey = [...applicationsKey, 'page'] as const;

async function fetchPage(filter: ApplicationFilter, page: number, signal?: AbortSignal) {
  const params = new URLSearchParams({ page: String(page), status: filter === 'all' ? 'submitted' : filter });
  return api.get<Applications>(`/applications/admin/list?${params}`, { signal });
}

/**
 * A page of the applications of a status, expedited ones first. Each look is kept in the
 * audit log, so it is asked again for a change only. What was not submitted stands in its
 * own filter alone.
 */
export const applicationsQuery = (filter: ApplicationFilter, page: number) =>
  queryOptions({
    queryKey: [...pagesKey, filter, page],
    queryFn: async ({ signal }) => {
      const reply = await fetchPage(filter, page, signal);
      return { ...reply, applications: retainLinks(reply.applications) };
    },
    staleTime: 0,
    refetchOnWindowFocus: false,
    placeholderData: keepPreviousData,
  });

/** One application; null when there is none. */
export const applicationQuery = (id: string) =>
  queryOptions({
    queryKey: [...applicationsKey, 'one', id],
    queryFn: async ({ signal }) => {
      try {
        const path = `/applications/admin/${encodeURIComponent(id)}`;
        return (await api.get<ApplicationShown>(path, { signal })).application;
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }
    },
    staleTime: 0,
    refetchOnWindowFocus: false,
  });

/** Every application of the pages that were asked for lately. */
export function knownApplications(): AdminApplication[] {
  const known = new Map<string, AdminApplication>();
  for (const [, page] of queryClient.getQueriesData<Applications>({ queryKey: pagesKey })) {
    for (const application of page?.applications ?? []) known.set(application.id, application);
  }
  return [...known.values()];
}

const lastsMs = 60_000;

const endOf = (link: string | null) => Number(new URLSearchParams(link?.split('?')[1]).get('until'));

/** Whether a signed link opens for a while yet. */
const lasts = (link: string | null) => endOf(link) > serverNow() + lastsMs;

/** Whether a signed link opens no more. */
export const hasEnded = (link: string | null) => endOf(link) <= serverNow();

/** Has the pages on screen ask for other links; of many calls at once the first asks. */
export const renewPages = () =>
  queryClient.invalidateQueries({ queryKey: pagesKey }, { cancelRefetch: false });

/** An application with other links; null when there is none. */
export const renewed = (id: string) => queryClient.fetchQuery(applicationQuery(id));

/** Keeps the links of photos that are known: another link would have the browser fetch the photo again. */
function retainLinks(applications: readonly AdminApplication[]): AdminApplication[] {
  const before = new Map(knownApplications().map((application) => [application.id, application]));
  return applications.map((application) => {
    const { photo_url, photo_thumbnail_url, photo_uploaded_at } = before.get(application.id) ?? application;
    const same = photo_uploaded_at === application.photo_uploaded_at;
    if (!same || !lasts(photo_url) || !lasts(photo_thumbnail_url)) return application;
    return { ...application, photo_url, photo_thumbnail_url };
  });
}

/** Decides an application; each decision is mailed to the applicant. */
export async function decideApplication(decision: DecideApplication): Promise<AdminApplication> {
  const { applicationId, status, reason = '', version = 0 } = decision;
  const application = await orFound(
    async () =>
      (await api.post<ApplicationDecided>('/applications/admin/update-status', decision)).application,
    async () => {
      const now = await queryClient.fetchQuery(applicationQuery(applicationId));
      const isMade = now && now.version > version && now.status === status;
      return isMade && (now.rejection_reason ?? '') === reason ? now : undefined;
    },
  );
  return retainLinks([application])[0] ?? application;
}

/** Says that the caller has an application open; answers who else has. */
export async function claimApplication(applicationId: string) {
  const body: ClaimApplication = { applicationId };
  return (await api.post<ApplicationClaimed>('/applications/admin/claim', body)).claimed_by;
}

/** Says that it is closed, also when the page is left. */
export async function releaseApplication(applicationId: string) {
  const body: ClaimApplication = { applicationId, release: true };
  await api.post<ApplicationClaimed>('/applications/admin/claim', body, { keepalive: true });
}
