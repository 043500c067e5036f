// The people whom the server finds by what is typed.
import { texts } from 'texts:admin/palette';
import { useQuery } from '@tanstack/react-query';
import { Command } from 'cmdk';
import { UserRound } from 'lucide-react';
import { messageOf } from '@/net/api';
import { usersQuery } from '@/queries/desk/users';
import { failureOf } from '@/ui/QueryView';
import { useDebounced } from '@/ui/useDebounced';
import type { UserRow } from '@/wire/bodies.gen';
import { nameOf } from '../desk/users/user';
import { calledBy, Heading, Item } from './Item';

const searchMs = 200;
const fewest = 2;
const most = 8;

interface Asked {
  typed: string;
  /** Whom it leaves out. */
  without?: string;
  /** A person is what is asked for: an empty list says what to do. */
  asked: boolean;
}

export interface Found {
  people: readonly UserRow[];
  /** What they were looked for by; they fit it, whichever field it was. */
  search: string;
  /** What there is to say of them. */
  note: string | null;
}

export function useFound({ typed, without, asked }: Asked): Found {
  const query = typed.trim();
  const search = useDebounced(query, searchMs);
  const enough = query.length >= fewest;
  const found = useQuery({
    ...usersQuery({
      search,
      filter: 'all',
      sortBy: 'last_login',
      sortOrder: 'desc',
      cursor: '',
      limit: String(most),
    }),
    enabled: search.length >= fewest,
  });
  const noted = (note: string | null): Found => ({ people: [], search, note });
  if (!enough) return noted(asked ? texts.typeName : null);
  const { data, isPlaceholderData } = found;
  const failure = failureOf(found);
  if (failure) return noted(messageOf(failure, texts.failed));
  const people = data?.users.filter(({ id }) => id !== without) ?? [];
  const settled = data !== undefined && !isPlaceholderData && search === query;
  if (people.length > 0) return { people, search, note: null };
  if (!settled) return noted(texts.searching);
  return noted(asked ? texts.nobody : null);
}

interface PalettePeopleProps {
  found: Found;
  onChoose: (userId: string) => void;
}

export function PalettePeople({ found: { people, search }, onChoose }: PalettePeopleProps) {
  if (people.length === 0) return null;
  return (
    <Command.Group heading={<Heading>{texts.people}</Heading>}>
      {people.map(({ id, name, username, email, phone }) => (
        <Item
          key={id}
          value={nameOf({ name, username })}
          id={id}
          hint={[username && `@${username}`, email ?? phone].filter(Boolean).join(' · ')}
          icon={UserRound}
          words={[
            ...[username, name].filter(Boolean).map((called) => calledBy + called?.toLowerCase()),
            email ?? '',
            phone ?? '',
            search.toLowerCase(),
          ].filter(Boolean)}
          onSelect={() => onChoose(id)}
        />
      ))}
    </Command.Group>
  );
}
