// A number whose digits roll when it changes.
import type { CSSProperties } from 'react';
import { formatNumber } from '@/rules/format';
import s from './RollingNumber.module.css';

const digits = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'];

/** Places counted from the right: the ones stay the ones when a digit is added. */
const places = (text: string) => [...text].map((digit, index) => ({ digit, place: text.length - index }));

/** A whole number of at least zero; screen readers get it as text. */
export function RollingNumber({ value }: { value: number }) {
  const text = formatNumber(Math.max(0, Math.trunc(value)));
  return (
    <span className={s.number}>
      <span className="sr-only">{text}</span>
      <span aria-hidden="true" className={s.reels}>
        {places(text).map(({ digit, place }) =>
          digits.includes(digit) ? (
            <span key={place} className={s.reel}>
              <span className={s.strip} style={{ '--digit': Number(digit) } as CSSProperties}>
                {digits.map((each) => (
                  <span key={each}>{each}</span>
                ))}
              </span>
            </span>
          ) : (
            <span key={place}>{digit}</span>
          ),
        )}
      </span>
    </span>
  );
}
