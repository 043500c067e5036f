// The way into the chat, with the number of people in it and what is unread there.
import { texts } from 'texts:dashboard';
import { useQuery } from '@tanstack/react-query';
import { ArrowRight, MessagesSquare } from 'lucide-react';
import { serverNow } from '@/net/serverClock';
import { onlineQuery, roomsQuery } from '@/queries/chat/rooms';
import { paths } from '@/rules/paths';
import { unreadIn, useRooms } from '@/stores/chat/rooms';
import { Link } from '@/ui/Link';
import { RollingNumber } from '@/ui/RollingNumber';
import { Terrain } from '@/ui/Terrain';
import s from './ChatTile.module.css';

// Here the socket receives nothing of rooms.
const listedEveryMs = 60_000;

export function ChatTile() {
  const online = useQuery(onlineQuery);
  const count = online.data ?? 0;
  useQuery({ ...roomsQuery, retry: false, refetchInterval: listedEveryMs });
  const unread = useRooms((rooms) => unreadIn(rooms, serverNow()));
  return (
    <Link to={paths.chat} className={`${s.tile} bracketed`} data-live={count > 0 || undefined}>
      <Terrain className={s.ground} />
      <span className={s.head}>
        <MessagesSquare size={28} strokeWidth={1.5} aria-hidden="true" />
        <span className={s.marks}>
          {unread > 0 && (
            <span className={s.unread}>
              {unread > 99 ? texts.unreadMany : texts.unread({ count: unread })}
            </span>
          )}
          {count > 0 && <span className="label">{texts.liveNow}</span>}
        </span>
      </span>
      <span className={s.words}>
        <span className={s.word}>{texts.chat}</span>
        <span className={s.fact}>
          <span className={s.light} aria-hidden="true" />
          {count > 0 ? (
            <span>
              <RollingNumber value={count} /> {texts.inChat}
            </span>
          ) : (
            texts.secureChannel
          )}
        </span>
      </span>
      <ArrowRight className={s.arrow} size={28} strokeWidth={1.5} aria-hidden="true" />
    </Link>
  );
}
