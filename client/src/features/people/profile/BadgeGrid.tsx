// The badges that a member has earned.
import { Award } from 'lucide-react';
import type { CSSProperties } from 'react';
import { tagColour } from '@/rules/people/tags';
import type { Badge, BadgeTag } from '@/wire/bodies.gen';
import s from './BadgeGrid.module.css';

interface BadgeGridProps {
  badges: readonly Badge[];
  /** Lend a badge of their name the sign and the colour. */
  tags: readonly BadgeTag[];
}

export function BadgeGrid({ badges, tags }: BadgeGridProps) {
  if (badges.length === 0) {
    return (
      <div className={s.none}>
        <Award size={28} strokeWidth={1.25} aria-hidden="true" />
        <p className={s.title}>NO BADGES EARNED YET</p>
        <p className={s.hint}>COMPLETE MISSIONS TO EARN BADGES</p>
      </div>
    );
  }
  return (
    <ul className={s.grid}>
      {badges.map(({ id, name, description }) => {
        const tag = tags.find(({ text }) => text === name);
        return (
          <li key={id} className={s.badge} style={{ '--tag': tagColour(tag?.color) } as CSSProperties}>
            <span className={s.sign} aria-hidden="true">
              {tag?.emoji || <Award size={26} strokeWidth={1.5} />}
            </span>
            <span className={s.words}>
              <span className={s.name}>{name}</span>
              <span className={s.text}>{description}</span>
            </span>
          </li>
        );
      })}
    </ul>
  );
}
