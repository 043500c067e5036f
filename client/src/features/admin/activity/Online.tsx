// Who is here: those in chat first, then those who were seen within five minutes.
import type { UseQueryResult } from '@tanstack/react-query';
import { Section } from '@/ui/Section';
import { Skeleton } from '@/ui/Skeleton';
import { useSteady } from '@/ui/useSteady';
import type { Realtime } from '@/wire/bodies.gen';
import s from './Activity.module.css';
import { Person } from './Person';
import { ago, texts } from './texts';

interface OnlineProps {
  query: UseQueryResult<Realtime>;
  onUser: (id: string) => void;
}

export function Online({ query: { data, isPending }, onUser }: OnlineProps) {
  const [users, hold] = useSteady(data?.onlineUsers);
  return (
    <Section
      title={texts.online}
      aside={data && <span className={s.quiet}>{texts.onlineCount(data.onlineCount)}</span>}
    >
      {isPending && <Skeleton height="8rem" />}
      {users?.length === 0 && <p className={s.quiet}>{texts.onlineNone}</p>}
      <ul className={s.online} onPointerDown={hold}>
        {users?.map((user) => (
          <li key={user.user_id} className={s.line}>
            <Person
              person={{ id: user.user_id, username: user.username, name: user.name }}
              fallback={texts.unnamed}
              onUser={onUser}
            />
            <span className={s.when}>
              {user.in_chat ? texts.inChat : user.last_seen ? ago(user.last_seen, Date.now()) : texts.unseen}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
