// A confidence with its band in words and colour.
import { texts } from 'texts:admin/face';
import { bandOf, formatConfidence } from '@/rules/confidence';
import s from './Face.module.css';

/** Null of what was never compared. */
export function Confidence({ value }: { value: number | null }) {
  if (value === null) return <span className={s.quiet}>{texts.notCompared}</span>;
  const band = bandOf(value);
  return (
    <span className={s.confidence} data-band={band}>
      <span className="mono">{formatConfidence(value)}</span> {texts.bands[band]}
    </span>
  );
}
