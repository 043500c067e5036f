// Who is online, which is who is in chat, as every number of people online says; and below,
// apart from them, who was seen within five minutes.
import { texts } from 'texts:admin/desk/activity';
import type { UseQueryResult } from '@tanstack/react-query';
import { serverNow } from '@/net/serverClock';
import { useFailure } from '@/ui/QueryView';
import { Section } from '@/ui/Section';
import { Skeleton } from '@/ui/Skeleton';
import { useSteady } from '@/ui/useSteady';
import type { OnlineUser, Realtime } from '@/wire/bodies.gen';
import s from './Activity.module.css';
import { ago } from './activityTexts';
import { Person } from './Person';

interface OnlineProps {
  query: UseQueryResult<Realtime>;
  onUser: (id: string) => void;
}

export function Online({ query, onUser }: OnlineProps) {
  const { data, isPending } = query;
  const failure = useFailure(query);
  const [users, hold] = useSteady(data?.onlineUsers);
  return (
    <Section
      title={texts.online}
      aside={data && <span className={s.quiet}>{texts.onlineCount({ inChat: data.onlineCount })}</span>}
    >
      {isPending && !failure && <Skeleton height="8rem" />}
      {users && !users.some((user) => user.in_chat) && <p className={s.quiet}>{texts.onlineNone}</p>}
      {users && (
        <div className={s.online} onPointerDown={hold}>
          <Lines label={texts.inChat} users={users.filter((user) => user.in_chat)} onUser={onUser} />
          <Lines label={texts.seen} heading users={users.filter((user) => !user.in_chat)} onUser={onUser} />
        </div>
      )}
    </Section>
  );
}

interface LinesProps {
  label: string;
  heading?: boolean;
  users: readonly OnlineUser[];
  onUser: (id: string) => void;
}

function Lines({ label, heading, users, onUser }: LinesProps) {
  if (users.length === 0) return null;
  return (
    <>
      {heading && <h3 className="label">{label}</h3>}
      <ul aria-label={label}>
        {users.map((user) => (
          <li key={user.user_id} className={s.line}>
            <Person
              person={{ id: user.user_id, username: user.username, name: user.name }}
              fallback={texts.unnamed}
              onUser={onUser}
            />
            <span className={s.when}>
              {user.in_chat ? texts.inChat : user.last_seen ? ago(user.last_seen, serverNow()) : texts.unseen}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
