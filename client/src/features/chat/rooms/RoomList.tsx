// The rooms as rows, on the list screen and at the left of a room.
import { ChevronRight } from 'lucide-react';
import { NavLink } from 'react-router';
import { chatRoomPath } from '@/rules/paths';
import { unsentByRoom } from '@/stores/outgoing';
import { useSession } from '@/stores/session';
import { Avatar } from '@/ui/Avatar';
import { Badge } from '@/ui/Badge';
import type { Room } from '@/wire/bodies.gen';
import { unsentWords } from '../texts';
import s from './RoomList.module.css';

interface RoomListProps {
  rooms: readonly Room[];
  /** Beside a room: narrower, the open one marked. */
  aside?: boolean;
}

export function RoomList({ rooms, aside }: RoomListProps) {
  const me = useSession((session) => session.user?.id ?? '');
  const unsent = unsentByRoom(me);
  return (
    <ul className={s.rooms} data-aside={aside ? '' : undefined}>
      {rooms.map((room) => (
        <li key={room.id}>
          <NavLink to={chatRoomPath(room.id)} className={s.room}>
            <Avatar name={room.display_name || room.name} />
            <span className={s.words}>
              <span className={s.first}>
                <span className={s.name}>{room.display_name || room.name}</span>{' '}
                {room.is_default && <Badge tone="info">All</Badge>}
                {unsent.has(room.id) && <Badge tone="alert">{unsentWords(unsent.get(room.id) ?? 0)}</Badge>}
                {!room.is_default && room.access_level === 'admin' && <Badge tone="accent">Private</Badge>}
              </span>{' '}
              <span className={s.about}>{room.description || 'Tap to enter chat'}</span>
            </span>
            <ChevronRight className={s.arrow} size={18} aria-hidden="true" />
          </NavLink>
        </li>
      ))}
    </ul>
  );
}
