// Who may open the back office. Apart from guard.ts, because the sign-in page needs no queries.
import { redirect } from 'react-router';
import { queryClient } from '@/queries/client';
import { waitingQuery } from '@/queries/desk/waiting';
import { userStatusQuery } from '@/queries/people/me';
import { paths } from '@/rules/paths';

// The loader runs again with each tab.
const waitingFreshMs = 15_000;

/**
 * Sends who is no administrator to the dashboard. Without any answer it throws, so that
 * nothing of the back office is shown; where only the newest is missing, the one before counts.
 */
export async function checkAdmin() {
  const { isAdmin } = await queryClient
    .fetchQuery(userStatusQuery)
    .catch((error) => queryClient.getQueryData(userStatusQuery.queryKey) ?? Promise.reject(error));
  if (!isAdmin) throw redirect(paths.dashboard);
  // Known before the tabs are drawn: what came later would move them.
  await queryClient.prefetchQuery({ ...waitingQuery, staleTime: waitingFreshMs, retry: false });
}
