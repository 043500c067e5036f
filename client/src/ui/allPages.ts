// All pages of a list at once.
import type { Pages } from './NextPage';

/** Asks for all pages that are left, as far as they come. */
export async function fetchAllPages(query: Pages) {
  let now = await query.fetchNextPage();
  while (now.hasNextPage && !now.isFetchNextPageError) now = await now.fetchNextPage();
}
