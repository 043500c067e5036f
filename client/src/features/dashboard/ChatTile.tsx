// The way into the chat, with the number of people in it.
import { texts } from 'texts:dashboard';
import { useQuery } from '@tanstack/react-query';
import { ArrowRight, MessagesSquare } from 'lucide-react';
import { onlineQuery } from '@/queries/chat/rooms';
import { paths } from '@/rules/paths';
import { Link } from '@/ui/Link';
import { RollingNumber } from '@/ui/RollingNumber';
import { Terrain } from '@/ui/Terrain';
import s from './ChatTile.module.css';

export function ChatTile() {
  const online = useQuery(onlineQuery);
  const count = online.data ?? 0;
  return (
    <Link to={paths.chat} className={`${s.tile} bracketed`} data-live={count > 0 || undefined}>
      <Terrain className={s.ground} />
      <span className={s.head}>
        <MessagesSquare size={28} strokeWidth={1.5} aria-hidden="true" />
        {count > 0 && <span className="label">{texts.liveNow}</span>}
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
