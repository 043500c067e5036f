// A message's reactions as chips: at most three distinct ones, a
// tooltip with at most three names, a press toggles one's own.

import { texts } from 'texts:chat';
import { type Chip, chips, maxChips, reactedBy, reactionName } from '@/rules/chat/reactions';
import { cx } from '@/ui/cx';
import { useTips } from '@/ui/useTips';
import type { Reaction } from '@/wire/frames.gen';
import s from './Reactions.module.css';

interface ReactionsProps {
  reactions: readonly Reaction[];
  me: string;
  onToggle: (emoji: string) => void;
  /** Opens the menu that shows what has no room here. */
  onMore: (element: HTMLElement) => void;
  /** Whether the chips are tab stops: only those of the focused message are. */
  reachable: boolean;
}

export function Reactions({ reactions, me, onToggle, onMore, reachable }: ReactionsProps) {
  const all = chips(reactions, me);
  const { tip, listeners } = useTips();
  if (all.length === 0) return null;
  const hidden = all.slice(maxChips);
  const tabIndex = reachable ? 0 : -1;
  return (
    <>
      <ul className={s.chips} aria-label={texts.reactions} {...listeners}>
        {all.slice(0, maxChips).map((chip) => (
          <li key={chip.emoji}>
            <button
              type="button"
              data-tip={reactedBy(chip)}
              tabIndex={tabIndex}
              className={cx(s.chip, chip.mine && s.mine)}
              aria-pressed={chip.mine}
              aria-label={chipWords(chip)}
              onClick={() => onToggle(chip.emoji)}
            >
              <span className={s.emoji} aria-hidden="true">
                {chip.emoji}
              </span>
              <span className={s.count} aria-hidden="true">
                {chip.count}
              </span>
            </button>
          </li>
        ))}
        {hidden.length > 0 && (
          <li>
            <button
              type="button"
              data-tip={hidden.map((chip) => `${chip.emoji} ${chip.count}`).join('   ')}
              tabIndex={tabIndex}
              className={s.chip}
              aria-label={texts.reactionsHidden({ length: hidden.length })}
              onClick={(event) => onMore(event.currentTarget)}
            >
              <span className={s.count}>+{hidden.length}</span>
            </button>
          </li>
        )}
      </ul>
      {tip}
    </>
  );
}

const chipWords = (chip: Chip) => `${reactionName(chip.emoji)}, ${chip.count}, ${reactedBy(chip)}`;
