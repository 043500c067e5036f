// The product's mark: an M of two bars and a chevron in field brackets, with
// one signal light. Decorative: the name stands beside it as text.
import s from './Emblem.module.css';

interface EmblemProps {
  className?: string;
  /** Puts the signal light out. */
  muted?: boolean;
}

export function Emblem({ className, muted }: EmblemProps) {
  return (
    <svg className={className} viewBox="0 0 64 64" fill="none" aria-hidden="true" focusable="false">
      <path
        className={s.frame}
        d="M3 17V8l5-5h9M47 3h9l5 5v9M61 47v9l-5 5h-9M17 61H8l-5-5v-9"
        strokeWidth="2"
        strokeLinecap="square"
      />
      <path
        className={s.letter}
        d="M13 17h7.5v33H13zM43.500 17H51v33h-7.500zM22.500 21.500 32 36l9.500-14.500V33L32 47.500 22.500 33z"
      />
      <path className={muted ? s.out : s.signal} d="m32 13 5.500 6.500L32 26l-5.500-6.500z" />
    </svg>
  );
}
