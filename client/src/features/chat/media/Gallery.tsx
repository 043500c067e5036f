// The room's pictures, videos and voice messages, newest first, in a sheet from
// the bottom; one that does not load is hidden.
import { texts as mediaTexts } from 'texts:chat/media';
import { texts as viewerTexts } from 'texts:chat/media/viewer';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Film, Images, Mic } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Waveform } from '@/parts/voice/Waveform';
import { roomMediaQuery } from '@/queries/chat/media';
import { clockTime } from '@/rules/chat/media';
import { fullTime } from '@/rules/time';
import { extendViewer, openViewer, type ViewerItem } from '@/stores/room/viewer';
import { useRoomLog } from '@/stores/roomlog/roomLog';
import { NextPage } from '@/ui/NextPage';
import { QueryView } from '@/ui/QueryView';
import { Sheet } from '@/ui/Sheet';
import { Skeleton } from '@/ui/Skeleton';
import { EmptyState } from '@/ui/States';
import { useGridFocus } from '@/ui/useGridFocus';
import s from './Gallery.module.css';
import { itemOf } from './mediaItems';
import { fromWords } from './mediaTexts';
import { useMediaLink } from './useMediaLink';

interface GalleryProps {
  roomId: string;
  onClose: () => void;
}

export default function Gallery({ roomId, onClose }: GalleryProps) {
  const query = useRoomMedia(roomId);
  return (
    <Sheet open onOpenChange={(open) => !open && onClose()} title={viewerTexts.gallery} wide>
      <div className={s.gallery}>
        <QueryView
          query={query}
          items={(page) => page}
          loading={viewerTexts.galleryLoading}
          skeleton={
            <div className={s.grid}>
              {Array.from({ length: 15 }, (_, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: fifteen alike
                <div key={index} className={s.blank}>
                  <Skeleton height="100%" />
                </div>
              ))}
            </div>
          }
          failed={viewerTexts.galleryFailed}
          retry={mediaTexts.tryAgain}
          more={null}
        >
          {() => <Grid query={query} />}
        </QueryView>
      </div>
    </Sheet>
  );
}

const useRoomMedia = (roomId: string) => useInfiniteQuery(roomMediaQuery(roomId));

function Grid({ query }: { query: ReturnType<typeof useRoomMedia> }) {
  const { data, isFetching, hasNextPage } = query;
  const grid = useRef<HTMLUListElement>(null);
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const deleted = useDeleted();
  const { active, onFocus, onKeyDown } = useGridFocus(grid, '');
  // A page asked for by its place repeats what a newer item has pushed down.
  const known = new Map(data?.pages.flat().map((media) => [media.id, media]));
  const items = [...known.values()]
    .map(itemOf)
    .filter(({ messageId }) => !hidden.has(messageId) && !deleted.has(messageId));
  const count = items.length;

  // The viewer walks on into what comes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the items of as many are the same
  useEffect(() => extendViewer(items), [count]);

  if (count === 0 && !hasNextPage) {
    return (
      <EmptyState
        icon={<Images size={28} strokeWidth={1.5} aria-hidden="true" />}
        title={viewerTexts.galleryEmpty}
        text={viewerTexts.galleryEmptyNext}
      />
    );
  }
  return (
    <>
      <ul ref={grid} className={s.grid} aria-busy={isFetching} onFocus={onFocus} onKeyDown={onKeyDown}>
        {items.map((item, index) => (
          <li key={item.messageId}>
            <Tile
              item={item}
              tabStop={index === Math.min(active, count - 1)}
              onOpen={() => openViewer(items, item.messageId)}
              onFail={() => setHidden((now) => new Set(now).add(item.messageId))}
            />
          </li>
        ))}
      </ul>
      <NextPage query={query} onReach={<span className={s.end} />} />
    </>
  );
}

interface TileProps {
  item: ViewerItem;
  tabStop: boolean;
  onOpen: () => void;
  onFail: () => void;
}

function Tile({ item, tabStop, onOpen, onFail }: TileProps) {
  const link = useMediaLink(item);
  const { failed } = link;
  const fail = useRef(onFail);
  fail.current = onFail;
  useEffect(() => {
    if (failed) fail.current();
  }, [failed]);
  const source = link.thumbnail ?? (item.kind === 'image' ? link.url : null);
  const { duration, waveform = [] } = item.metadata;
  const Icon = item.kind === 'voice' ? Mic : Film;
  return (
    <button
      type="button"
      data-cell
      className={s.tile}
      tabIndex={tabStop ? 0 : -1}
      aria-label={`${fromWords(item.kind, item.username)}, ${fullTime(Date.parse(item.createdAt))}`}
      onClick={onOpen}
    >
      {source && (
        <img src={source} alt="" loading="lazy" decoding="async" draggable={false} onError={link.onError} />
      )}
      {item.kind === 'voice' && (
        <span className={s.wave}>
          <Waveform peaks={waveform} share={0} />
        </span>
      )}
      {item.kind !== 'image' && (
        <span className={`mono ${s.kind}`}>
          <Icon size={14} aria-hidden="true" />
          {duration ? clockTime(duration) : ''}
        </span>
      )}
    </button>
  );
}

/** The messages on the room's list that were deleted: their files are gone too. */
function useDeleted(): ReadonlySet<string> {
  const messages = useRoomLog((log) => log.messages);
  return new Set(messages.filter((m) => m.deleted_at !== null).map((m) => m.id));
}
