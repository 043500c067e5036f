// Counts as cards; those that count rows open them.

import { texts } from 'texts:admin/desk/analytics';
import type { ReactNode } from 'react';
import { formatNumber, formatShort } from '@/rules/format';
import s from './Analytics.module.css';
import { rateWords } from './analyticsTexts';

export const Stats = ({ children }: { children: ReactNode }) => <ul className={s.stats}>{children}</ul>;

interface StatProps {
  label: string;
  value: number;
  /** What stands under the number. */
  note?: ReactNode;
  onOpen?: () => void;
}

export function Stat({ label, value, note, onOpen }: StatProps) {
  const inside = (
    <>
      <span className="label">{label}</span>
      <strong className={s.number} title={formatNumber(value)}>
        {formatShort(value)}
      </strong>
      {note && <span className={s.note}>{note}</span>}
    </>
  );
  return (
    <li>
      {onOpen ? (
        <button
          type="button"
          className={s.stat}
          aria-label={`${label}: ${formatNumber(value)}, ${texts.show}`}
          onClick={onOpen}
        >
          {inside}
        </button>
      ) : (
        <div className={s.stat}>{inside}</div>
      )}
    </li>
  );
}

/** By how many percent a count has grown; the sign says it without the colour. */
export function Rate({ percent, than }: { percent: number; than: string }) {
  const tone = percent > 0 ? s.up : percent < 0 ? s.down : undefined;
  return (
    <>
      <span className={tone}>{rateWords(percent)}</span> {than}
    </>
  );
}
