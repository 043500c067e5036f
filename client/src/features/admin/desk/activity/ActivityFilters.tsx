// What of the stream is shown: a kind, a room, a member. The server selects it, so that
// nothing that is looked for drowns in what is not.
import { texts } from 'texts:admin/desk/activity';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '@/net/api';
import { adminRoomsQuery } from '@/queries/chat/adminRooms';
import { badgeUsersQuery } from '@/queries/rank/badges';
import type { ActivityFilter } from '@/stores/desk/activity';
import { Button } from '@/ui/Button';
import { failureOf } from '@/ui/QueryView';
import { SearchField } from '@/ui/SearchField';
import { Select } from '@/ui/Select';
import { useDebounced } from '@/ui/useDebounced';
import type { ActivityPerson } from '@/wire/frames.gen';
import s from './Activity.module.css';
import { type KindGroup, kindGroups } from './activityTexts';

export interface Chosen {
  group: KindGroup;
  room: string;
  member: ActivityPerson | null;
}

/** What the server is to send. */
export function filterOf({ group, room, member }: Chosen): ActivityFilter {
  const kinds = kindGroups().find(({ value }) => value === group)?.kinds ?? [];
  return {
    ...(kinds.length > 0 ? { kinds: [...kinds] } : {}),
    ...(room ? { roomId: room } : {}),
    ...(member ? { userId: member.id } : {}),
  };
}

const searchMs = 300;
const foundAtMost = 5;

interface ActivityFiltersProps {
  chosen: Chosen;
  onChoose: (chosen: Chosen) => void;
}

export function ActivityFilters({ chosen, onChoose }: ActivityFiltersProps) {
  const rooms = useQuery(adminRoomsQuery).data ?? [];
  const named = chosen.member && (chosen.member.username ? `@${chosen.member.username}` : texts.unnamed);
  return (
    <search className={s.filters} aria-label={texts.filters}>
      <Select
        label={texts.kind}
        options={kindGroups()}
        value={chosen.group}
        onChange={(group) => onChoose({ ...chosen, group })}
      />
      <Select
        label={texts.room}
        options={[
          { value: '', label: texts.anyRoom },
          ...rooms.map(({ id, display_name }) => ({ value: id, label: display_name })),
        ]}
        value={chosen.room}
        onChange={(room) => onChoose({ ...chosen, room })}
      />
      {named ? (
        <p className={s.only}>
          {texts.onlyOf({ name: named })}
          <Button onClick={() => onChoose({ ...chosen, member: null })}>{texts.everybody}</Button>
        </p>
      ) : (
        <MemberFilter onChoose={(member) => onChoose({ ...chosen, member })} />
      )}
    </search>
  );
}

function MemberFilter({ onChoose }: { onChoose: (member: ActivityPerson) => void }) {
  const [typed, setTyped] = useState('');
  const search = useDebounced(typed.trim(), searchMs);
  const found = useQuery(badgeUsersQuery(search));
  const failure = failureOf(found);
  const shown = typed.trim() !== '' && search !== '';
  return (
    <div className={s.member}>
      <SearchField label={texts.member} placeholder={texts.memberHint} value={typed} onChange={setTyped} />
      {shown && found.isPending && <p role="status">{texts.memberSearching}</p>}
      {shown && failure && <p role="alert">{messageOf(failure, texts.memberFailed)}</p>}
      {shown && found.data?.length === 0 && <p role="status">{texts.memberNobody}</p>}
      {shown && found.data && found.data.length > 0 && (
        <ul className={s.found}>
          {found.data.slice(0, foundAtMost).map(({ id, username, name }) => (
            <li key={id}>
              <Button onClick={() => onChoose({ id, username: username ?? '' })}>
                {username ? `@${username}` : name || texts.unnamed}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
