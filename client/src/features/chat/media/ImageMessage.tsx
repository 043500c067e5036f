// A picture in a message: its place is kept before it loads, the small one is
// shown, and a press opens the large one.
import { texts as mediaTexts } from 'texts:chat/media';
import { useState } from 'react';
import { boxOf } from '@/rules/chat/media';
import { useReducedMotion } from '@/ui/useMedia';
import type { MessageBody } from '@/wire/frames.gen';
import s from './MediaMessage.module.css';
import { openRoomMedia, sourceOf } from './mediaItems';
import { fromWords } from './mediaTexts';
import { Unavailable } from './Unavailable';
import { useMediaLink } from './useMediaLink';

interface ImageMessageProps {
  message: MessageBody;
  /** Whether Tab reaches it. */
  reachable: boolean;
}

export function ImageMessage({ message, reachable }: ImageMessageProps) {
  const metadata = message.media_metadata;
  const link = useMediaLink(sourceOf(message));
  const reduced = useReducedMotion();
  const [loaded, setLoaded] = useState(false);
  const words = fromWords('image', message.username);
  const box = boxOf(metadata);
  const style = box
    ? { width: `${box.width / 16}rem`, aspectRatio: `${box.width} / ${box.height}` }
    : undefined;
  // The small one of a moving picture stands still.
  const moves = metadata?.mimeType === 'image/gif' && !reduced;
  const source = moves ? link.url : (link.thumbnail ?? link.url);
  if (link.failed) {
    return (
      <div className={s.box} style={style}>
        <Unavailable words={mediaTexts.pictureFailed} reachable={reachable} onRetry={link.retry} />
      </div>
    );
  }
  return (
    <button
      type="button"
      className={s.box}
      style={style}
      data-loaded={loaded || undefined}
      data-unsized={box ? undefined : ''}
      tabIndex={reachable ? 0 : -1}
      onClick={() => openRoomMedia(message.id)}
    >
      {source ? (
        <img
          src={source}
          alt={words}
          decoding="async"
          draggable={false}
          onLoad={() => setLoaded(true)}
          onError={link.onError}
        />
      ) : (
        <span className="sr-only">{words}</span>
      )}
    </button>
  );
}
