// Every rank and how it is reached.
import { texts } from 'texts:rank';
import { texts as sheetTexts } from 'texts:rank/sheets';
import { type LadderStep, reachedBy } from '@/rules/rank/ladder';
import { type Rank, rankColour, rankName, rankOf } from '@/rules/rank/ranks';
import { Badge } from '@/ui/Badge';
import { Insignia } from '@/ui/Insignia';
import { Sheet } from '@/ui/Sheet';
import s from './LadderSheet.module.css';

export interface LadderSheetProps {
  open: boolean;
  onClose: () => void;
  ladder: readonly LadderStep[];
  rank: Rank;
}

export function LadderSheet({ open, onClose, ladder, rank }: LadderSheetProps) {
  return (
    <Sheet
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={texts.ranks}
      description={sheetTexts.pointsComeFromDaily}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it on a low screen */}
      <ol className={s.ladder} tabIndex={0} aria-label={sheetTexts.ranksHighestFirst}>
        {[...ladder].reverse().map((step) => {
          const one = rankOf(step.rank);
          return (
            <li key={step.rank} className={s.step} aria-current={one === rank ? 'true' : undefined}>
              <Insignia rank={one} className={s.insignia} />
              <span className={s.words}>
                <span className={s.name} style={{ color: rankColour(one) }}>
                  {rankName(one)}
                </span>
                <span className={s.how}>{reachedBy(step, ladder)}</span>
              </span>
              {one === rank && <Badge tone="accent">{sheetTexts.you}</Badge>}
            </li>
          );
        })}
      </ol>
    </Sheet>
  );
}
