// One result, and what stands over a group of them.
import { Command } from 'cmdk';
import { ChevronRight, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import s from './Palette.module.css';

interface ItemProps {
  /** What it is called; unlike every other unless `id` is given. */
  value: string;
  /** Distinguishes results of one name. */
  id?: string;
  hint?: string;
  icon?: LucideIcon;
  /** What else it is found by. */
  words?: string[];
  onSelect: () => void;
}

export function Item({ value, id, hint, icon: Icon = ChevronRight, words, onSelect }: ItemProps) {
  return (
    <Command.Item
      className={s.item}
      value={id ? `${value} ${id}` : value}
      keywords={words}
      onSelect={onSelect}
    >
      <Icon className={s.icon} size={16} aria-hidden="true" />
      <span className={s.name}>{value}</span> {hint && <span className={s.hint}>{hint}</span>}
    </Command.Item>
  );
}

/** Before a word by whose first letters a result is called, as a person is by a name. */
export const calledBy = '@';

/** What stands over a group of results. */
export function Heading({ children }: { children: ReactNode }) {
  return <span className="label">{children}</span>;
}
