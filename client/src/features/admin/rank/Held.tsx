// The badges that members earn, and how many hold each.

import { texts } from 'texts:admin/rank';
import { useQuery } from '@tanstack/react-query';
import { messageOf } from '@/net/api';
import { heldQuery } from '@/queries/rank/badges';
import { earnedDescription, earnedName } from '@/rules/earned';
import { QueryView } from '@/ui/QueryView';
import { Section } from '@/ui/Section';
import { Skeleton } from '@/ui/Skeleton';
import s from './Held.module.css';

export function Held() {
  const held = useQuery(heldQuery);
  return (
    <Section title={texts.heldTitle}>
      <p className={s.text}>{texts.heldText}</p>
      <QueryView
        query={held}
        loading={texts.heldLoading}
        skeleton={<Skeleton height="10rem" />}
        failed={(error) => messageOf(error, texts.heldFailed)}
        retry={texts.tryAgain}
      >
        {(badges) => (
          <ul className={s.list}>
            {badges.map((badge) => (
              <li key={badge.id} className={s.badge}>
                <span className={s.words}>
                  <span className={s.name}>{earnedName(badge)}</span>
                  <span className={s.text}>{earnedDescription(badge)}</span>
                </span>
                <span className={s.holders}>{texts.held({ members: badge.holders })}</span>
              </li>
            ))}
          </ul>
        )}
      </QueryView>
    </Section>
  );
}
