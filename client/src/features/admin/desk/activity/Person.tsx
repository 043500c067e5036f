// A name that opens the profile of its user.
import { texts } from 'texts:admin/desk/activity';
import type { ActivityPerson } from '@/wire/frames.gen';
import s from './Activity.module.css';

interface PersonProps {
  person: ActivityPerson;
  /** Said of nobody. */
  fallback: string;
  onUser: (id: string) => void;
}

export function Person({ person: { id, username, name }, fallback, onUser }: PersonProps) {
  if (id === '') return <span>{fallback}</span>;
  return (
    <button type="button" className={s.link} data-user={id} onClick={() => onUser(id)}>
      {username ? `@${username}` : name || texts.unnamed}
    </button>
  );
}
