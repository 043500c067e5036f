// Walks through the pages of a list, which stands in the same element before it.
import { texts } from 'texts:ui';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import { IconButton } from './IconButton';
import s from './Pager.module.css';

interface PagerProps {
  /** What is paged; said, not shown. */
  label: string;
  /** From 1. */
  page: number;
  pages: number;
  onChange: (page: number) => void;
}

export function Pager({ label, page, pages, onChange }: PagerProps) {
  const back = useRef<HTMLButtonElement>(null);
  const on = useRef<HTMLButtonElement>(null);
  const turned = useRef<HTMLButtonElement>(null);
  const nav = useRef<HTMLElement>(null);
  // A page is read from its top: under a long one the next would be met at its end.
  const turnedTo = useRef(0);
  useLayoutEffect(() => {
    if (turnedTo.current !== page) return;
    turnedTo.current = 0;
    nav.current?.parentElement?.scrollIntoView?.({ block: 'start' });
  }, [page]);
  const [first, last] = [page <= 1, page >= pages];
  // The first and the last page disable the button that led there, and its focus would be lost.
  useLayoutEffect(() => {
    if (first && turned.current === back.current) on.current?.focus({ preventScroll: true });
    if (last && turned.current === on.current) back.current?.focus({ preventScroll: true });
    if (first || last) turned.current = null;
  }, [first, last]);
  if (pages <= 1) return null;
  function turn(by: -1 | 1) {
    turned.current = by === 1 ? on.current : back.current;
    turnedTo.current = page + by;
    onChange(page + by);
  }
  return (
    <nav ref={nav} className={s.pager} aria-label={label}>
      <IconButton
        ref={back}
        outlined
        label={texts.previousPage}
        icon={<ChevronLeft size={20} aria-hidden="true" />}
        disabled={first}
        onClick={() => turn(-1)}
      />
      <p className={s.words} role="status">
        {texts.pageOf({ page, pages })}
      </p>
      <IconButton
        ref={on}
        outlined
        label={texts.nextPage}
        icon={<ChevronRight size={20} aria-hidden="true" />}
        disabled={last}
        onClick={() => turn(1)}
      />
    </nav>
  );
}
