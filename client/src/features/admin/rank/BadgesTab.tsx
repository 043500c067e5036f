// Badges: find a member, make a badge for it, and see who has which.
import { useState } from 'react';
import type { BadgeUser } from '@/wire/bodies.gen';
import { BadgeForm } from './BadgeForm';
import s from './BadgesTab.module.css';
import { Held } from './Held';
import { Holders } from './Holders';
import { MemberSearch } from './MemberSearch';

export function BadgesTab() {
  const [chosen, setChosen] = useState<BadgeUser | null>(null);
  return (
    <div className={s.tab}>
      <div className={s.giving}>
        <MemberSearch chosen={chosen} onChoose={setChosen} />
        <BadgeForm user={chosen} onGiven={setChosen} />
      </div>
      <Held />
      <Holders
        onChoose={(user) => {
          setChosen(user);
          document.querySelector<HTMLInputElement>('#badge-form input')?.focus();
        }}
        onChanged={(user) => setChosen((now) => (now?.id === user.id ? user : now))}
      />
    </div>
  );
}
