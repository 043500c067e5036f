// The four faces of something that is asked for: loading, failed with a way to
// try again, nothing there, and what came.
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorState } from './States';

interface QueryViewProps<Data> {
  query: UseQueryResult<Data>;
  /** What is said while it loads; the shape of what comes stands under it. */
  loading: string;
  skeleton: ReactNode;
  /** What did not work, in a sentence. */
  failed: string | ((error: Error) => string);
  retry?: string;
  /** Shown instead of an empty list. */
  empty?: ReactNode;
  children: (data: Data) => ReactNode;
}

export function QueryView<Data>(props: QueryViewProps<Data>) {
  const { query, loading, skeleton, failed, retry = 'Try again', empty, children } = props;
  // What came once stays while it is asked again, also when that fails.
  if (query.data !== undefined) {
    const none = Array.isArray(query.data) && query.data.length === 0;
    return none && empty !== undefined ? empty : children(query.data);
  }
  if (query.isError) {
    return (
      <ErrorState
        text={typeof failed === 'string' ? failed : failed(query.error)}
        action={{ label: retry, run: () => void query.refetch(), busy: query.isFetching }}
      />
    );
  }
  return (
    <div aria-busy="true">
      <p className="sr-only" role="status">
        {loading}
      </p>
      {skeleton}
    </div>
  );
}
