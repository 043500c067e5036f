// Finds the member who is to get a badge.
import { texts } from 'texts:admin/rank';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '@/net/api';
import { badgeUsersQuery } from '@/queries/rank/badges';
import { QueryView } from '@/ui/QueryView';
import { SearchField } from '@/ui/SearchField';
import { Section } from '@/ui/Section';
import { Skeleton } from '@/ui/Skeleton';
import { useDebounced } from '@/ui/useDebounced';
import type { BadgeUser } from '@/wire/bodies.gen';
import s from './BadgesTab.module.css';
import { nameOf } from './badgeNames';

const searchAfterMs = 300;

interface MemberSearchProps {
  chosen: BadgeUser | null;
  onChoose: (user: BadgeUser) => void;
}

export function MemberSearch({ chosen, onChoose }: MemberSearchProps) {
  const [text, setText] = useState('');
  const search = useDebounced(text.trim(), searchAfterMs);
  return (
    <Section title={texts.searchTitle} panel>
      <SearchField label={texts.search} placeholder={texts.searchHint} value={text} onChange={setText} />
      {search !== '' && text.trim() !== '' && <Found search={search} chosen={chosen} onChoose={onChoose} />}
    </Section>
  );
}

function Found({ search, chosen, onChoose }: MemberSearchProps & { search: string }) {
  const found = useQuery(badgeUsersQuery(search));
  return (
    <QueryView
      query={found}
      loading={texts.searching}
      skeleton={<Skeleton height="3rem" />}
      failed={(error) => messageOf(error, texts.searchFailed)}
      retry={texts.tryAgain}
      empty={<p role="status">{texts.nobody}</p>}
    >
      {(users) => (
        <ul className={s.found}>
          {users.map((user) => (
            <li key={user.id}>
              <button
                type="button"
                className={s.one}
                aria-label={texts.choose({ name: nameOf(user) })}
                aria-pressed={user.id === chosen?.id}
                onClick={() => onChoose(user)}
              >
                <span className={s.who}>
                  <span className={s.name}>{nameOf(user)}</span>
                  {user.username && <span className={s.quiet}>{user.name}</span>}
                </span>
                <span className={s.quiet}>{texts.count({ badges: user.badge_tags.length })}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </QueryView>
  );
}
