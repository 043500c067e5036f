// The room on screen: rooms at the left and people at the right from 1100 px,
// the conversation between them.
import { texts } from 'texts:chat';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { ignoredQuery } from '@/queries/chat/ignored';
import { roomsQuery } from '@/queries/chat/rooms';
import { listedRoom, useRooms } from '@/stores/chat/rooms';
import { useConnection } from '@/stores/room/connection';
import { reloadNewest } from '@/stores/room/history';
import { closeViewer, useViewer } from '@/stores/room/viewer';
import { useRoomLog } from '@/stores/roomlog/roomLog';
import { useSession } from '@/stores/session/session';
import { onDemand, whenOpen } from '@/ui/onDemand';
import { Sheet } from '@/ui/Sheet';
import { useMedia } from '@/ui/useMedia';
import { Composer } from '../composer/Composer';
import { TypingIndicator } from '../composer/TypingIndicator';
import { MessageAnnouncer } from '../list/MessageAnnouncer';
import { MessageList } from '../list/MessageList';
import { People } from '../presence/People';
import { RoomList } from '../rooms/RoomList';
import { useSearchKeys } from '../search/useSearchKeys';
import { Pinned } from './Pinned';
import s from './Room.module.css';
import { RoomHeader } from './RoomHeader';
import { useVisibleHeight } from './useVisibleHeight';

const MentionsSheet = whenOpen(() => import('../rooms/MentionsSheet'));
const SearchPanel = onDemand(() => import('../search/SearchPanel'));
const Gallery = onDemand(() => import('../media/Gallery'));
const MediaViewer = onDemand(() => import('../media/MediaViewer'));

const roomsAgainMs = 60_000; // how many are in the other rooms comes with the list only

interface RoomProps {
  roomId: string;
  title: string;
  /** The name of the room, as entered in the back office. */
  name: string;
  /** Whether the member keeps order here. */
  moderates: boolean;
  /** Whether the member may send files and voice messages. */
  mayUpload: boolean;
  /** The creator's member id; null while there is none. */
  creator: string | null;
  /** Whether the room is read-only, as the reply to joining it says. */
  closed: boolean;
}

export function Room({ roomId, title, name, moderates, mayUpload, creator, closed }: RoomProps) {
  const me = useSession((session) => session.user?.id ?? '');
  const shown = useRoomLog((log) => log.roomId === roomId);
  const { data: rooms } = useQuery({ ...roomsQuery, refetchInterval: roomsAgainMs });
  useQuery(ignoredQuery);
  const readOnly = useRooms((all) => listedRoom(roomId)(all)?.read_only) ?? closed;
  const screen = useRef<HTMLDivElement>(null);
  useVisibleHeight(screen);
  const wide = useMedia('(min-width: 1100px)');
  const [people, setPeople] = useState(false);
  const [mentions, setMentions] = useState(false);
  const [gallery, setGallery] = useState(false);
  const [search, setSearch] = useState(false);
  const openSearch = useCallback(() => setSearch(true), []);
  useSearchKeys(openSearch);
  const viewing = useViewer((viewer) => viewer.items !== null);
  useEffect(() => closeViewer, []);
  const inRoom = useConnection((connection) => connection.inRoom);
  const historyCame = useRoomLog((log) => log.history === 'ready' && log.historyUpTo === null);
  useEffect(() => {
    if (moderates && shown && inRoom && historyCame) void reloadNewest();
  }, [moderates, shown, inRoom, historyCame]);
  return (
    <div className={s.screen} ref={screen}>
      {wide && (
        <nav className={s.rooms} aria-label={texts.rooms}>
          <p className="label">{texts.rooms}</p>
          {rooms && <RoomList rooms={rooms} aside />}
        </nav>
      )}
      <main className={s.room}>
        <RoomHeader
          roomId={roomId}
          title={title}
          onPeople={() => setPeople(true)}
          onGallery={() => setGallery(true)}
          onSearch={openSearch}
          onMentions={() => setMentions(true)}
        />
        <Pinned roomId={roomId} moderates={moderates} />
        {shown ? (
          <MessageList me={me} moderates={moderates} creator={creator} roomId={roomId} />
        ) : (
          <div className={s.blank} />
        )}
        <TypingIndicator />
        <Composer
          roomId={roomId}
          name={name}
          mayUpload={mayUpload}
          moderates={moderates}
          readOnly={readOnly && !moderates}
        />
        <MessageAnnouncer me={me} />
      </main>
      {wide && (
        <aside className={s.people} aria-label={texts.people}>
          <People me={me} roomId={roomId} />
        </aside>
      )}
      <Sheet open={people} onOpenChange={setPeople} title={texts.people}>
        <People me={me} roomId={roomId} />
      </Sheet>
      <MentionsSheet open={mentions} onClose={() => setMentions(false)} />
      {gallery && <Gallery roomId={roomId} onClose={() => setGallery(false)} />}
      {search && <SearchPanel roomId={roomId} onClose={() => setSearch(false)} />}
      {viewing && <MediaViewer onClose={closeViewer} />}
    </div>
  );
}
