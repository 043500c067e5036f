// The faces of something that is asked for, in one answer or in pages: loading, failed with
// a way to try again, nothing there, what came, and more to come. What came once stays,
// also when asking again fails: this is the only place that decides so.
import { texts } from 'texts:ui';
import type { InfiniteData, UseInfiniteQueryResult, UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';
import { NextPage } from './NextPage';
import s from './QueryView.module.css';
import { ErrorState } from './States';

interface Faces {
  /** What is said while it loads; the shape of what comes stands under it. */
  loading: string;
  skeleton: ReactNode;
  /** What did not work: a sentence, or a face of its own. */
  failed: ReactNode | ((error: Error) => ReactNode);
  retry?: string;
  /** Shown instead of an empty list. */
  empty?: ReactNode;
}

interface AnswerProps<Data> extends Faces {
  query: UseQueryResult<Data>;
  children: (data: Data) => ReactNode;
}

interface PagesProps<Page, Item> extends Faces {
  query: UseInfiniteQueryResult<InfiniteData<Page>>;
  items: (page: Page) => readonly Item[];
  /** The word on the button for the next page; null where the list asks for it itself. */
  more?: string | null;
  children: (items: readonly Item[], pages: readonly Page[]) => ReactNode;
}

type Failing = Pick<UseQueryResult, 'data' | 'error' | 'errorUpdateCount'>;

/** Why there is nothing to show; null as long as it loads, and once anything came. */
export const failureOf = ({ data, error }: { data?: unknown; error: Error | null }): Error | null =>
  data === undefined ? error : null;

/** As failureOf; the failure stands until an answer is there, also while it is asked again. */
export function useFailure({ data, error, errorUpdateCount }: Failing): Error | null {
  const failed = useRef(error);
  failed.current = error ?? failed.current;
  return data === undefined && errorUpdateCount ? failed.current : null;
}

export function QueryView<Page, Item>(props: PagesProps<Page, Item>): ReactNode;
export function QueryView<Data>(props: AnswerProps<Data>): ReactNode;
export function QueryView<Page, Item>(props: AnswerProps<Page> | PagesProps<Page, Item>): ReactNode {
  const { query, loading, skeleton, failed, retry = texts.tryAgain, empty } = props;
  const failure = useFailure(query);
  if (failure) {
    const face = typeof failed === 'function' ? failed(failure) : failed;
    if (typeof face !== 'string') return face;
    const action = { label: retry, run: () => void query.refetch(), busy: query.isFetching };
    return <ErrorState text={face} action={action} />;
  }
  if (query.data === undefined) {
    return (
      <div className={s.loading} role="status" aria-busy="true">
        <span className="sr-only">{loading}</span>
        {skeleton}
      </div>
    );
  }
  if ('items' in props) {
    const { pages } = props.query.data as InfiniteData<Page>;
    const all = pages.flatMap((page) => props.items(page));
    if (all.length === 0 && empty !== undefined) return empty;
    return (
      <>
        {props.children(all, pages)}
        {props.more !== null && <NextPage query={props.query} more={props.more} />}
      </>
    );
  }
  const data = query.data as Page;
  return Array.isArray(data) && data.length === 0 && empty !== undefined ? empty : props.children(data);
}
