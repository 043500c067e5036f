// The foot of a review: where one is in the list, the way on, and whether a decision leads on.
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Checkbox } from '@/ui/Checkbox';
import { IconButton } from '@/ui/IconButton';
import s from './Review.module.css';
import { texts } from './texts';

interface WalkProps {
  name: string | null;
  /** From 0; -1 outside of the list. */
  at: number;
  count: number;
  autoAdvance: boolean;
  onAutoAdvance: (on: boolean) => void;
  onWalk: (by: 1 | -1) => void;
}

export function Walk({ name, at, count, autoAdvance, onAutoAdvance, onWalk }: WalkProps) {
  return (
    <div className={s.walk}>
      <Checkbox
        label={texts.autoAdvance}
        checked={autoAdvance}
        onChange={(event) => onAutoAdvance(event.target.checked)}
      />
      <IconButton
        outlined
        label={texts.previous}
        icon={<ChevronLeft size={20} aria-hidden="true" />}
        disabled={at <= 0}
        onClick={() => onWalk(-1)}
      />
      <p className={s.counter} role="status">
        {at < 0 ? texts.alone : texts.position(at + 1, count)}
        {name && <span className="sr-only">, {name}</span>}
      </p>
      <IconButton
        outlined
        label={texts.next}
        icon={<ChevronRight size={20} aria-hidden="true" />}
        disabled={at < 0}
        onClick={() => onWalk(1)}
      />
    </div>
  );
}
