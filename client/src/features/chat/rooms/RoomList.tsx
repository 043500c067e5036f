// The rooms as rows, on the list screen and at the left of a room: what was said
// last and when, what is unread, who is there.
import { texts } from 'texts:chat';
import { AtSign, BellOff, ChevronRight } from 'lucide-react';
import { memo } from 'react';
import { useMatch } from 'react-router';
import { serverNow } from '@/net/serverClock';
import { chatRoomPath } from '@/rules/paths';
import { useIgnored } from '@/stores/chat/ignored';
import { isMuted, listedRoom, useRooms } from '@/stores/chat/rooms';
import { unsentByRoom } from '@/stores/room/outgoing';
import { usePresence } from '@/stores/room/presence';
import { useRoomLog } from '@/stores/roomlog/roomLog';
import { useSession } from '@/stores/session/session';
import { Avatar } from '@/ui/Avatar';
import { Badge } from '@/ui/Badge';
import { Link } from '@/ui/Link';
import { useSteady } from '@/ui/useSteady';
import type { ListedRoom } from '@/wire/bodies.gen';
import type { LastMessage } from '@/wire/frames.gen';
import { badgeCount, mentionsWords, unreadWords } from '../chatTexts';
import { Ago } from '../message/Ago';
import { kindWords } from '../message/MessageContent';
import s from './RoomList.module.css';

interface RoomListProps {
  rooms: readonly ListedRoom[];
  /** Beside a room: narrower, the open one marked. */
  aside?: boolean;
}

export function RoomList({ rooms: live, aside }: RoomListProps) {
  const [rooms, hold] = useSteady(live);
  const me = useSession((session) => session.user?.id ?? '');
  const unsent = unsentByRoom(me);
  return (
    <ul className={s.rooms} data-aside={aside ? '' : undefined} onPointerDown={hold}>
      {rooms.map((room) => (
        <RoomRow key={room.id} listed={room} me={me} unsent={unsent.get(room.id) ?? 0} aside={aside} />
      ))}
    </ul>
  );
}

interface RoomRowProps {
  listed: ListedRoom;
  me: string;
  unsent: number;
  aside?: boolean;
}

const RoomRow = memo(function RoomRow({ listed, me, unsent, aside }: RoomRowProps) {
  const room = useRooms(listedRoom(listed.id)) ?? listed;
  const { notifications, lastMessage } = room;
  const fromIgnored = useIgnored((s) => lastMessage !== null && s.members.has(lastMessage.userId));
  // Of the room on screen the count is live.
  const shown = useRoomLog((log) => log.roomId === listed.id);
  const online = usePresence((p) => (shown ? p.roomCount : null)) ?? room.onlineCount;
  const silent = notifications.level === 'none' || isMuted(notifications, serverNow());
  const path = chatRoomPath(room.id);
  const open = useMatch(path) !== null;
  const name = room.display_name || room.name;
  const access = room.is_default ? (
    <Badge tone="info">{texts.all}</Badge>
  ) : (
    room.access_level === 'admin' && <Badge tone="accent">{texts.private}</Badge>
  );
  return (
    <li>
      <Link
        to={path}
        className={s.room}
        aria-current={open ? 'page' : undefined}
        data-unread={room.unread > 0 ? '' : undefined}
      >
        <span className={s.face}>
          <Avatar name={name} />
          {online > 0 && <span className={s.live} aria-hidden="true" />}
        </span>
        <span className={s.words}>
          <span className={s.first}>
            <span className={s.name}>{name}</span> {!aside && access}
            {unsent > 0 && <Badge tone="alert">{texts.unsentWords({ count: unsent })}</Badge>}
            {silent && <BellOff className={s.silent} size={13} role="img" aria-label={texts.muted} />}
            {lastMessage && <Ago at={Date.parse(lastMessage.createdAt)} className={s.time} />}
          </span>{' '}
          <span className={s.second}>
            <span className={s.about} dir="auto">
              {fromIgnored
                ? texts.fromIgnoredWords({ count: 1 })
                : lastMessage
                  ? lastWords(lastMessage, me)
                  : room.description || texts.tapToEnterChat}
            </span>
            {room.mentions > 0 && (
              <span className={s.mentions} title={mentionsWords(room.mentions)}>
                <AtSign size={12} aria-hidden="true" />
                <span aria-hidden="true">{badgeCount(room.mentions)}</span>
                <span className="sr-only">{mentionsWords(room.mentions)}</span>
              </span>
            )}
            {room.unread > 0 && (
              <span
                className={s.unread}
                data-silent={silent || notifications.level === 'mentions' ? '' : undefined}
              >
                <span aria-hidden="true">{badgeCount(room.unread)}</span>
                <span className="sr-only">{unreadWords(room.unread)}</span>
              </span>
            )}
          </span>
          <span className={s.third}>
            {/* Beside a room there is no place for it after the name. */}
            {aside && access}
            {lastMessage && room.description !== '' && <span className={s.about}>{room.description}</span>}
            {online > 0 && <span className={s.online}>{texts.here({ count: online })}</span>}
          </span>
        </span>
        <ChevronRight className={s.arrow} size={18} aria-hidden="true" />
      </Link>
    </li>
  );
});

function lastWords({ userId, username, preview, messageType }: LastMessage, me: string): string {
  const words = preview || (messageType === 'text' ? texts.noPreview : kindWords()[messageType]);
  return `${userId === me ? texts.you : username}: ${words.replace(/\s+/gu, ' ')}`;
}
