// A chosen room: who may enter it, and who is in it now.
import { texts } from 'texts:admin/chat/rooms';
import type { AdminRoom, RoomPresence } from '@/wire/bodies.gen';
import { AuditLink } from '../../links/AuditLink';
import { UserLink } from '../../links/UserLink';
import { AccessList } from './AccessList';
import s from './RoomDetails.module.css';
import { RoomSettings } from './RoomSettings';

const namesShown = 30;

interface RoomDetailsProps {
  room: AdminRoom;
  presence: RoomPresence | undefined;
}

export function RoomDetails({ room, presence }: RoomDetailsProps) {
  return (
    <div className={s.details}>
      <RoomSettings room={room} />
      {room.is_default ? <p className={s.words}>{texts.openToAll}</p> : <AccessList room={room} />}
      {presence && <InTheRoom presence={presence} />}
      <AuditLink subject={room.id} words={texts.roomAudit} />
    </div>
  );
}

function InTheRoom({ presence: { presence, onlineCount } }: { presence: RoomPresence }) {
  const names = presence.slice(0, namesShown);
  const others = onlineCount - names.length;
  return (
    <section className={s.part} aria-label={texts.inTheRoomNow}>
      <h4 className="label">{texts.inTheRoomNow}</h4>
      {onlineCount === 0 ? (
        <p className={s.words}>{texts.nobody}</p>
      ) : (
        <ul className={s.people}>
          {names.map((person) => (
            <li key={person.user_id}>
              <UserLink id={person.user_id}>@{person.username}</UserLink>
            </li>
          ))}
          {others > 0 && <li className={s.words}>{texts.others({ count: others })}</li>}
        </ul>
      )}
    </section>
  );
}
