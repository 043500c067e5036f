// The badges that a member has earned.
import { Award } from 'lucide-react';
import type { Badge } from '@/wire/bodies.gen';
import s from './BadgeGrid.module.css';

export function BadgeGrid({ badges }: { badges: readonly Badge[] }) {
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
      {badges.map(({ id, name, description }) => (
        <li key={id} className={s.badge}>
          <Award size={24} strokeWidth={1.5} aria-hidden="true" className={s.icon} />
          <span className={s.words}>
            <span className={s.name}>{name}</span>
            {description && <span className={s.text}>{description}</span>}
          </span>
        </li>
      ))}
    </ul>
  );
}
