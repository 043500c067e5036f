// Walks through the pages of a list.
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
  const [first, last] = [page <= 1, page >= pages];
  // The first and the last page disable the button that led there, and its focus would be lost.
  useLayoutEffect(() => {
    if (first && turned.current === back.current) on.current?.focus();
    if (last && turned.current === on.current) back.current?.focus();
    if (first || last) turned.current = null;
  }, [first, last]);
  if (pages <= 1) return null;
  function turn(by: -1 | 1) {
    turned.current = by === 1 ? on.current : back.current;
    onChange(page + by);
  }
  return (
    <nav className={s.pager} aria-label={label}>
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
