// A list that comes in pages, and its other faces: loading, failed with a way to
// try again, nothing there, and more to come.
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from './Button';
import s from './PagesView.module.css';
import { ErrorState } from './States';

interface PagesViewProps<Page, Item> {
  query: UseInfiniteQueryResult<InfiniteData<Page>>;
  items: (page: Page) => readonly Item[];
  /** What is said while it loads; the shape of what comes stands under it. */
  loading: string;
  skeleton: ReactNode;
  /** What did not work, in a sentence. */
  failed: (error: Error) => string;
  /** Shown instead of an empty list. */
  empty: ReactNode;
  children: (items: readonly Item[]) => ReactNode;
}

export function PagesView<Page, Item>(props: PagesViewProps<Page, Item>) {
  const { query, items, loading, skeleton, failed, empty, children } = props;
  const { data, isError, error, isFetching, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  // What came once stays while it is asked again, also when that fails.
  if (!data && isError) {
    return (
      <ErrorState
        text={failed(error)}
        action={{ label: 'Try again', run: () => void refetch(), busy: isFetching }}
      />
    );
  }
  if (!data) {
    return (
      <div className={s.loading} role="status">
        <span className="sr-only">{loading}</span>
        {skeleton}
      </div>
    );
  }
  const all = data.pages.flatMap((page) => items(page));
  if (all.length === 0) return empty;
  return (
    <>
      {children(all)}
      {hasNextPage && (
        <Button className={s.more} busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show more
        </Button>
      )}
    </>
  );
}
