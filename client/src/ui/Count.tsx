// How much waits behind a word, as a figure; said in words.
import s from './Count.module.css';
import { cx } from './cx';

const most = 99;

interface CountProps {
  /** 0 is not shown. */
  count: number;
  /** What waits: "2 open reports". */
  words: string;
  /** Some of it must not wait. */
  urgent?: boolean;
  className?: string;
}

export function Count({ count, words, urgent, className }: CountProps) {
  if (count === 0) return null;
  return (
    <>
      <span className={cx(s.count, urgent && s.urgent, className)} aria-hidden="true">
        {count > most ? `${most}+` : count}
      </span>
      <span className="sr-only">, {words}</span>
    </>
  );
}
