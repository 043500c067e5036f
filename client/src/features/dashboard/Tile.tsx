// One place to go: an icon, a word, a fact.
import type { ReactNode } from 'react';
import { cx } from '@/ui/cx';
import { Link } from '@/ui/Link';
import s from './Tile.module.css';

interface TileProps {
  word: string;
  icon: ReactNode;
  fact: string;
  tone?: 'alert';
  /** Where it leads; without it, `onPress` says what it does. */
  to?: string;
  onPress?: () => void;
  busy?: boolean;
}

export function Tile({ word, icon, fact, tone, to, onPress, busy }: TileProps) {
  const inside = (
    <>
      <span className={cx(s.icon, tone && s[tone])}>{icon}</span>
      <span className={s.words}>
        <span className={s.word}>{word}</span>
        <span className={s.fact}>{fact}</span>
      </span>
    </>
  );
  const classes = cx(s.tile, 'bracketed');
  return to ? (
    <Link to={to} className={classes}>
      {inside}
    </Link>
  ) : (
    <button type="button" className={classes} onClick={onPress} disabled={busy} aria-busy={busy || undefined}>
      {inside}
    </button>
  );
}
