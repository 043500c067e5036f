// GIFs in tiles of one size, so that nothing moves while they load; walked by the
// arrow keys. With reduced motion they stand still.
import { texts as gifTexts } from 'texts:chat/gif';
import { useRef } from 'react';
import { EndOfList } from '@/ui/EndOfList';
import { Skeleton } from '@/ui/Skeleton';
import { useGridFocus } from '@/ui/useGridFocus';
import { useReducedMotion } from '@/ui/useMedia';
import type { GIF } from '@/wire/bodies.gen';
import s from './GifPicker.module.css';

interface GifGridProps {
  gifs: readonly GIF[];
  busy: boolean;
  more: boolean;
  onMore: () => void;
  onPick: (gif: GIF) => void;
}

export function GifGrid({ gifs, busy, more, onMore, onPick }: GifGridProps) {
  const grid = useRef<HTMLUListElement>(null);
  const { active, onFocus, onKeyDown } = useGridFocus(grid, gifs[0]?.id ?? '');
  const reducedMotion = useReducedMotion();
  return (
    <ul ref={grid} className={s.grid} aria-busy={busy} onFocus={onFocus} onKeyDown={onKeyDown}>
      {gifs.map((gif, index) => (
        <li key={gif.id}>
          <button
            type="button"
            data-cell
            className={s.tile}
            tabIndex={index === active ? 0 : -1}
            aria-label={gif.title || gifTexts.untitled}
            title={gif.title || undefined}
            onClick={() => onPick(gif)}
          >
            <img
              src={reducedMotion ? gif.thumbnail || gif.preview : gif.preview || gif.thumbnail}
              alt=""
              loading="lazy"
              decoding="async"
              referrerPolicy="no-referrer"
              draggable={false}
            />
          </button>
        </li>
      ))}
      {more && (
        <EndOfList as="li" className={s.more} busy={busy} onReach={onMore}>
          <span className="sr-only">{gifTexts.loading}</span>
        </EndOfList>
      )}
    </ul>
  );
}

export function GifSkeleton() {
  return (
    <div aria-busy="true">
      <p className="sr-only" role="status">
        {gifTexts.loading}
      </p>
      <div className={s.grid}>
        {Array.from({ length: 12 }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: twelve alike
          <Skeleton key={index} height="7rem" />
        ))}
      </div>
    </div>
  );
}
