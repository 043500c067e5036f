// The people whom the server finds by what is typed.
import { useQuery } from '@tanstack/react-query';
import { Command } from 'cmdk';
import { UserRound } from 'lucide-react';
import { messageOf } from '@/net/api';
import { usersQuery } from '@/queries/users';
import { useDebounced } from '@/ui/useDebounced';
import { nameOf } from '../users/user';
import { Heading, Item } from './Item';
import s from './Palette.module.css';
import { texts } from './texts';

const searchMs = 200;
const fewest = 2;
const most = 8;

interface PeopleProps {
  typed: string;
  /** Whom it leaves out. */
  without?: string;
  /** A person is what is asked for: an empty list says what to do. */
  asked?: boolean;
  onChoose: (userId: string) => void;
}

export function People({ typed, without, asked, onChoose }: PeopleProps) {
  const wanted = typed.trim();
  const search = useDebounced(wanted, searchMs);
  const enough = wanted.length >= fewest;
  const { data, isError, error, isPlaceholderData } = useQuery({
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
  if (!enough) return asked ? <p className={s.none}>{texts.typeName}</p> : null;
  if (isError) {
    return (
      <p className={s.none} role="alert">
        {messageOf(error, texts.failed)}
      </p>
    );
  }
  const found = data?.users.filter(({ id }) => id !== without) ?? [];
  const settled = data !== undefined && !isPlaceholderData && search === wanted;
  if (found.length === 0) {
    if (settled && !asked) return null;
    return <p className={s.none}>{settled ? texts.nobody : texts.searching}</p>;
  }
  return (
    <Command.Group heading={<Heading>{texts.people}</Heading>}>
      {found.map(({ id, name, username, email, phone }) => (
        <Item
          key={id}
          value={nameOf({ name, username })}
          id={id}
          hint={[username && `@${username}`, email ?? phone].filter(Boolean).join(' · ')}
          icon={UserRound}
          words={[username ?? '', email ?? '', phone ?? '', search.toLowerCase()].filter(Boolean)}
          onSelect={() => onChoose(id)}
        />
      ))}
    </Command.Group>
  );
}
