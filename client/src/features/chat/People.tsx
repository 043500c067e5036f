// Who is in the room. The server counts everybody and names those who come or
// speak; the rest is said as a number.
import { HeartHandshake } from 'lucide-react';
import { useDeferredValue, useMemo } from 'react';
import { systemName } from '@/rules/timeline';
import { useChat } from '@/stores/chat';
import { type Person, usePresence } from '@/stores/presence';
import { Avatar } from '@/ui/Avatar';
import s from './People.module.css';

const earlierAtMost = 20;

export function People({ me }: { me: string }) {
  const count = usePresence((p) => p.inRoom) ?? 0;
  const here = usePresence((p) => p.here);
  // Who spoke can wait: the messages themselves come first.
  const messages = useDeferredValue(useChat((chat) => chat.messages));

  const present = useMemo(
    () =>
      [...here.values()]
        .filter((p) => p.username !== '')
        .sort(
          (a, b) => Number(b.userId === me) - Number(a.userId === me) || a.username.localeCompare(b.username),
        ),
    [here, me],
  );
  const earlier = useMemo(() => {
    const names = new Map<string, Person>();
    for (const m of messages.toReversed()) {
      if (here.has(m.user_id) || m.username === systemName || names.size >= earlierAtMost) continue;
      names.set(m.user_id, { userId: m.user_id, username: m.username, contributor: false });
    }
    return [...names.values()];
  }, [messages, here]);

  const others = count - present.length;
  return (
    <div className={s.people}>
      <h2 className="label">
        In the room <span className="mono">{count}</span>
      </h2>
      <ul className={s.list}>
        {present.map((person) => (
          <One key={person.userId} person={person} me={me} />
        ))}
      </ul>
      {others > 0 && (
        <p className={s.others}>
          and {others} {others === 1 ? 'other, named' : 'others, named'} once they write
        </p>
      )}
      {earlier.length > 0 && (
        <>
          <h2 className="label">Spoke earlier</h2>
          <ul className={s.list} data-faint="">
            {earlier.map((person) => (
              <One key={person.userId} person={person} me={me} />
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

function One({ person: { userId, username, contributor }, me }: { person: Person; me: string }) {
  return (
    <li className={s.one}>
      <Avatar name={username} size="small" />
      <span className={s.name}>{username}</span>
      {userId === me && <span className={s.you}>you</span>}
      {contributor && <HeartHandshake className={s.mark} size={14} aria-label="contributed" />}
    </li>
  );
}
