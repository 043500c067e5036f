// What the viewer shows of one item: the small picture at once and the large one
// over it, a video with its controls, or a voice message.
import { type KeyboardEvent, useRef, useState } from 'react';
import { VoicePlayer } from '@/parts/voice/VoicePlayer';
import type { ViewerItem } from '@/stores/viewer';
import { canPlay, DownloadTile } from './DownloadTile';
import s from './MediaViewer.module.css';
import { fromWords, mediaTexts } from './texts';
import { Unavailable } from './Unavailable';
import { useMediaLink } from './useMediaLink';
import { useZoom } from './useZoom';

interface ViewedPictureProps {
  item: ViewerItem;
  onNext: () => void;
  onPrevious: () => void;
  onClose: () => void;
}

const keyStep = 1.5;

export function ViewedPicture({ item, ...commands }: ViewedPictureProps) {
  const stage = useRef<HTMLDivElement>(null);
  const [loaded, setLoaded] = useState(false);
  const link = useMediaLink(item);
  const { zoom, enlarge, handlers } = useZoom(stage, item.messageId, commands);
  const { width, height } = item.metadata;
  const words = fromWords('Image', item.username);

  function onKeyDown(event: KeyboardEvent) {
    const factor = { '+': keyStep, '=': keyStep, '-': 1 / keyStep, '0': 0 }[event.key];
    if (factor === undefined) return;
    event.preventDefault();
    enlarge(factor);
  }

  if (link.failed) {
    return <Unavailable words={mediaTexts.pictureFailed} reachable onRetry={link.retry} />;
  }
  const { scale, x, y } = zoom;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a stage for fingers, not fields of a form
    <div
      ref={stage}
      className={s.picture}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: plus and minus enlarge what has the focus
      tabIndex={0}
      role="group"
      aria-label={words}
      data-zoomed={scale > 1 || undefined}
      onKeyDown={onKeyDown}
      {...handlers}
    >
      <div className={s.moving} style={{ transform: `translate(${x}px, ${y}px) scale(${scale})` }}>
        {!loaded && link.thumbnail && (
          <img src={link.thumbnail} alt="" className={s.small} draggable={false} />
        )}
        {link.url && (
          <img
            src={link.url}
            alt={words}
            width={width || undefined}
            height={height || undefined}
            draggable={false}
            onLoad={() => setLoaded(true)}
            onError={link.onError}
          />
        )}
      </div>
    </div>
  );
}

export function ViewedVideo({ item }: { item: ViewerItem }) {
  const link = useMediaLink(item);
  if (link.failed || !canPlay(item.metadata)) {
    return <DownloadTile words={mediaTexts.cannotPlay} messageId={item.messageId} metadata={item.metadata} />;
  }
  return (
    // biome-ignore lint/a11y/useMediaCaption: members' videos carry no captions
    <video
      className={s.video}
      src={link.url ?? undefined}
      poster={link.thumbnail ?? undefined}
      controls
      playsInline
      preload="metadata"
      aria-label={fromWords('Video', item.username)}
      onError={link.url ? link.onError : undefined}
    />
  );
}

export function ViewedVoice({ item }: { item: ViewerItem }) {
  const link = useMediaLink(item);
  if (!canPlay(item.metadata)) {
    return <DownloadTile words={mediaTexts.cannotHear} messageId={item.messageId} metadata={item.metadata} />;
  }
  if (link.failed) return <Unavailable words={mediaTexts.soundFailed} reachable onRetry={link.retry} />;
  return (
    <div className={s.voice}>
      <VoicePlayer
        source={link.url}
        duration={item.metadata.duration ?? 0}
        waveform={item.metadata.waveform ?? []}
        onFail={link.onError}
      />
    </div>
  );
}
