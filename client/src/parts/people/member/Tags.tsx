// Badges or skills of a member: a few words each, with a colour and perhaps a sign.
import type { CSSProperties, ReactNode } from 'react';
import { tagColour } from '@/rules/people/tags';
import s from './Tags.module.css';

export interface Tag {
  /** What tells it from another of the same words. */
  id?: string;
  text: string;
  emoji?: string;
  color: string;
  /** Shown where there is a pointer. */
  title?: string;
}

interface TagsProps<One extends Tag> {
  tags: readonly One[];
  /** Something after each tag's words: a button, say. */
  after?: (tag: One) => ReactNode;
}

export function Tags<One extends Tag>({ tags, after }: TagsProps<One>) {
  return (
    <ul className={s.tags}>
      {tags.map((tag) => (
        <li
          key={tag.id ?? tag.text}
          className={s.tag}
          title={tag.title}
          style={{ '--tag': tagColour(tag.color) } as CSSProperties}
        >
          {tag.emoji && <span aria-hidden="true">{tag.emoji}</span>}
          <span>{tag.text}</span>
          {after?.(tag)}
        </li>
      ))}
    </ul>
  );
}
