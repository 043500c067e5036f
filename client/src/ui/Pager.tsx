// Walks through the pages of a list.
import { texts } from 'texts:ui';
import { ChevronLeft, ChevronRight } from 'lucide-react';
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
  if (pages <= 1) return null;
  return (
    <nav className={s.pager} aria-label={label}>
      <IconButton
        outlined
        label={texts.previousPage}
        icon={<ChevronLeft size={20} aria-hidden="true" />}
        disabled={page <= 1}
        onClick={() => onChange(page - 1)}
      />
      <p className={s.words} role="status">
        {texts.pageOf({ page, pages })}
      </p>
      <IconButton
        outlined
        label={texts.nextPage}
        icon={<ChevronRight size={20} aria-hidden="true" />}
        disabled={page >= pages}
        onClick={() => onChange(page + 1)}
      />
    </nav>
  );
}
