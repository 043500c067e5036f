// Who is in the room. The server counts everybody and names those who come or
// speak; the rest is said as a number.
import { useMemo } from 'react';
import { MemberLine } from '@/parts/member/MemberLine';
import { systemName } from '@/rules/timeline';
import { useChat } from '@/stores/chat';
import { largeRoom, type Person, usePresence } from '@/stores/presence';
import { useShallow } from '@/stores/shallow';
import type { MessageBody } from '@/wire/frames.gen';
import s from './People.module.css';

const earlierAtMost = 20;
const lookedBack = 500; // messages, so that a long list costs no more than a short one

export function People({ me }: { me: string }) {
  const count = usePresence((p) => p.roomCount) ?? 0;
  const people = usePresence((p) => p.people);
  // Drawn again for another name, not for another message.
  const earlier = useChat(useShallow((chat) => spokeEarlier(chat.messages, people)));

  const present = useMemo(
    () =>
      [...people.values()]
        .filter((p) => p.username !== '')
        .sort(
          (a, b) => Number(b.userId === me) - Number(a.userId === me) || a.username.localeCompare(b.username),
        ),
    [people, me],
  );
  const others = count - present.length;
  return (
    <div className={s.people}>
      <h2 className="label">
        In the room <span className="mono">{count}</span>
      </h2>
      {count > largeRoom && <p className={s.others}>Seen lately</p>}
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
      {earlier.size > 0 && (
        <>
          <h2 className="label">Spoke earlier</h2>
          <ul className={s.list} data-faint="">
            {[...earlier].map(([userId, username]) => (
              <One key={userId} person={{ userId, username, contributor: false }} me={me} />
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

/** Names by id of those who wrote and are not known to be here, the latest first. */
function spokeEarlier(messages: readonly MessageBody[], people: ReadonlyMap<string, Person>) {
  const names = new Map<string, string>();
  const until = Math.max(0, messages.length - lookedBack);
  for (let i = messages.length - 1; i >= until && names.size < earlierAtMost; i--) {
    const m = messages[i];
    if (!m || people.has(m.user_id) || names.has(m.user_id) || m.username === systemName) continue;
    names.set(m.user_id, m.username);
  }
  return names;
}

function One({ person: { userId, username }, me }: { person: Person; me: string }) {
  return (
    <li>
      <MemberLine username={username} aside={userId === me && 'you'} />
    </li>
  );
}
