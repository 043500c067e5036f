// The way to the next page of a list: a button, or asked for when the end comes near the
// screen. A page that failed says so, and waits to be asked for again.
import { texts } from 'texts:ui';
import { type ReactNode, useState } from 'react';
import { Button } from './Button';
import { EndOfList } from './EndOfList';
import s from './QueryView.module.css';

/** A list that is asked for page by page. */
export interface Pages {
  hasNextPage: boolean;
  isFetching: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => Promise<Pages>;
}

interface NextPageProps {
  query: Pages;
  /** The word on the button. */
  more?: string;
  /** What did not work, in a sentence. */
  failed?: string;
  retry?: string;
  /** Asks by itself when this comes near the screen; null where the list itself asks. */
  onReach?: ReactNode;
}

/** Whether a list that asks for more by itself should. */
export const asksNext = ({ hasNextPage, isFetchNextPageError }: Pages) =>
  hasNextPage && !isFetchNextPageError;

/** Gives the focus to an element that begins to be drawn, unless something else has it. */
function takeFocus(element: HTMLElement | null) {
  if (document.activeElement === document.body) element?.focus();
}

export function NextPage({ query, more = texts.showMore, failed, retry, onReach }: NextPageProps) {
  const { hasNextPage, isFetching, isFetchingNextPage, isFetchNextPageError } = query;
  const fetch = () => void query.fetchNextPage();
  const failing = isFetchNextPageError;
  const [pressed, setPressed] = useState(false);
  // The last page takes the button away.
  if (pressed && !failing && !hasNextPage) {
    return (
      <p ref={takeFocus} className={s.failed} tabIndex={-1}>
        {texts.allShown}
      </p>
    );
  }
  if (!failing && (!hasNextPage || onReach === null)) return null;
  if (!failing && onReach !== undefined) {
    return (
      <EndOfList busy={isFetching} onReach={fetch}>
        {onReach}
      </EndOfList>
    );
  }
  // One button, failed or not: it keeps the focus.
  return (
    <p className={failing ? s.failed : s.next} role={failing ? 'status' : undefined}>
      {failing && (failed ?? texts.moreCouldNotBe)}
      <Button
        key="next"
        size={failing ? 'small' : undefined}
        busy={isFetchingNextPage}
        onClick={() => {
          setPressed(true);
          fetch();
        }}
      >
        {failing ? (retry ?? texts.tryAgain) : more}
      </Button>
    </p>
  );
}
