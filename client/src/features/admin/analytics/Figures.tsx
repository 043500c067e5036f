// Figures as cards; those that count rows open them.
import type { ReactNode } from 'react';
import { formatNumber, formatShort } from '@/rules/format';
import s from './Analytics.module.css';
import { texts } from './texts';

export const Figures = ({ children }: { children: ReactNode }) => <ul className={s.figures}>{children}</ul>;

interface FigureProps {
  label: string;
  value: number;
  /** What stands under the number. */
  note?: ReactNode;
  onOpen?: () => void;
}

export function Figure({ label, value, note, onOpen }: FigureProps) {
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
          className={s.figure}
          aria-label={`${label}: ${formatNumber(value)}, ${texts.show}`}
          onClick={onOpen}
        >
          {inside}
        </button>
      ) : (
        <div className={s.figure}>{inside}</div>
      )}
    </li>
  );
}

/** By how many percent a figure has grown; the sign says it without the colour. */
export function Rate({ percent, than }: { percent: number; than: string }) {
  const tone = percent > 0 ? s.up : percent < 0 ? s.down : undefined;
  return (
    <>
      <span className={tone}>{texts.rate(percent)}</span> {than}
    </>
  );
}
