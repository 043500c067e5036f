// The badges that a member has earned.
import { Award } from 'lucide-react';
import type { CSSProperties } from 'react';
import { formatDate } from '@/rules/format';
import { tagColour } from '@/rules/tags';
import type { BadgeTag } from '@/wire/bodies.gen';
import s from './BadgeGrid.module.css';

export function BadgeGrid({ badges }: { badges: readonly BadgeTag[] }) {
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
      {badges.map(({ text, emoji, color, addedAt }) => (
        <li key={text} className={s.badge} style={{ '--tag': tagColour(color) } as CSSProperties}>
          <span className={s.sign} aria-hidden="true">
            {emoji || <Award size={26} strokeWidth={1.5} />}
          </span>
          <span className={s.words}>
            <span className={s.name}>{text}</span>
            <span className={s.text}>Given on {formatDate(addedAt, 'dateOfYear')}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}
