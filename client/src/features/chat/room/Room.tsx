// The room on screen: rooms at the left and people at the right from 1100 px,
// the conversation between them.
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { ignoredQuery } from '@/queries/ignored';
import { roomsQuery } from '@/queries/rooms';
import { useChat } from '@/stores/chat';
import { useSession } from '@/stores/session';
import { closeViewer, useViewer } from '@/stores/viewer';
import { onDemand } from '@/ui/onDemand';
import { Sheet } from '@/ui/Sheet';
import { Composer } from '../composer/Composer';
import { TypingIndicator } from '../composer/TypingIndicator';
import { Announcer } from '../list/Announcer';
import { MessageList } from '../list/MessageList';
import { People } from '../people/People';
import { RoomList } from '../rooms/RoomList';
import { useSearchKeys } from '../search/useSearchKeys';
import s from './Room.module.css';
import { RoomHeader } from './RoomHeader';

const SearchPanel = onDemand(() => import('../search/SearchPanel'));
const Gallery = onDemand(() => import('../media/Gallery'));
const MediaViewer = onDemand(() => import('../media/MediaViewer'));

interface RoomProps {
  roomId: string;
  title: string;
  /** The room's name as its keepers wrote it. */
  name: string;
  /** Whether the member may delete what others wrote here. */
  mayDelete: boolean;
  /** Whether the member may send files and voice messages. */
  mayUpload: boolean;
  /** The creator's member id; null while there is none. */
  creator: string | null;
}

export function Room({ roomId, title, name, mayDelete, mayUpload, creator }: RoomProps) {
  const me = useSession((session) => session.user?.id ?? '');
  const shown = useChat((chat) => chat.roomId === roomId);
  const { data: rooms } = useQuery(roomsQuery);
  useQuery(ignoredQuery);
  const [people, setPeople] = useState(false);
  const [gallery, setGallery] = useState(false);
  const [search, setSearch] = useState(false);
  const openSearch = useCallback(() => setSearch(true), []);
  useSearchKeys(openSearch);
  const viewing = useViewer((viewer) => viewer.items !== null);
  useEffect(() => closeViewer, []);
  return (
    <div className={s.screen}>
      <nav className={s.rooms} aria-label="Rooms">
        <p className="label">Rooms</p>
        {rooms && <RoomList rooms={rooms} aside />}
      </nav>
      <main className={s.room}>
        <RoomHeader
          title={title}
          onPeople={() => setPeople(true)}
          onGallery={() => setGallery(true)}
          onSearch={openSearch}
        />
        {shown ? (
          <MessageList me={me} mayDelete={mayDelete} creator={creator} roomId={roomId} />
        ) : (
          <div className={s.blank} />
        )}
        <TypingIndicator />
        <Composer roomId={roomId} name={name} mayUpload={mayUpload} />
        <Announcer me={me} />
      </main>
      <aside className={s.people} aria-label="People">
        <People me={me} />
      </aside>
      <Sheet open={people} onOpenChange={setPeople} title="People">
        <People me={me} />
      </Sheet>
      {gallery && <Gallery roomId={roomId} onClose={() => setGallery(false)} />}
      {search && <SearchPanel roomId={roomId} onClose={() => setSearch(false)} />}
      {viewing && <MediaViewer onClose={closeViewer} />}
    </div>
  );
}
