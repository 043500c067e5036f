// The badges that members earn, and how many hold each.
import { useQuery } from '@tanstack/react-query';
import { messageOf } from '@/net/api';
import { heldQuery } from '@/queries/rank/badges';
import { QueryView } from '@/ui/QueryView';
import { Section } from '@/ui/Section';
import { Skeleton } from '@/ui/Skeleton';
import { texts } from './badgeTexts';
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
                  <span className={s.name}>{badge.name}</span>
                  <span className={s.text}>{badge.description}</span>
                </span>
                <span className={s.holders}>{texts.held(badge.holders)}</span>
              </li>
            ))}
          </ul>
        )}
      </QueryView>
    </Section>
  );
}
