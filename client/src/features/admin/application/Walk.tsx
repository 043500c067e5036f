// The foot of a review: where one is in the list, the way on, and to the decision.
import { texts } from 'texts:admin/application';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { keysInWords } from '@/rules/keys';
import { Button } from '@/ui/Button';
import { IconButton } from '@/ui/IconButton';
import s from './Review.module.css';

interface WalkProps {
  name: string | null;
  /** From 0; -1 outside of the list. */
  at: number;
  count: number;
  onWalk: (by: 1 | -1) => void;
  /** Leads to the decision, which stands below what is read where there is no room beside it. */
  onDecision: () => void;
}

export function Walk({ name, at, count, onWalk, onDecision }: WalkProps) {
  return (
    <div className={s.walk}>
      <Button variant="ghost" className={s.toDecision} onClick={onDecision}>
        {texts.toDecision}
      </Button>
      <p className={s.keys} aria-hidden="true">
        {texts.reviewKeys({ decide: keysInWords(['Ctrl', 'Enter']) })}
      </p>
      <IconButton
        outlined
        label={texts.previous}
        icon={<ChevronLeft size={20} aria-hidden="true" />}
        disabled={at <= 0}
        onClick={() => onWalk(-1)}
      />
      <p className={s.counter} role="status">
        {at < 0 ? texts.alone : texts.position({ at: at + 1, of: count })}
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
