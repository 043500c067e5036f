// What the viewer shows of one item: a picture, a video with its controls, or a
// voice message.
import { texts as mediaTexts } from 'texts:chat/media';
import { ViewedImage } from '@/parts/viewer/ViewedImage';
import { VoicePlayer } from '@/parts/voice/VoicePlayer';
import { moveViewer, type ViewerItem } from '@/stores/room/viewer';
import { Captions } from './Captions';
import { canPlay, DownloadTile } from './DownloadTile';
import s from './MediaViewer.module.css';
import { fromWords } from './mediaTexts';
import { Transcript } from './Transcript';
import { Unavailable } from './Unavailable';
import { useMediaLink } from './useMediaLink';

export function ViewedPicture({ item, onClose }: { item: ViewerItem; onClose: () => void }) {
  const link = useMediaLink(item);
  if (link.failed) {
    return <Unavailable words={mediaTexts.pictureFailed} reachable onRetry={link.retry} />;
  }
  return (
    <ViewedImage
      id={item.messageId}
      url={link.url}
      thumbnail={link.thumbnail}
      words={fromWords('image', item.username)}
      width={item.metadata.width}
      height={item.metadata.height}
      onError={link.onError}
      onStep={moveViewer}
      onClose={onClose}
    />
  );
}

export function ViewedVideo({ item }: { item: ViewerItem }) {
  const link = useMediaLink(item);
  if (link.failed || !canPlay(item.metadata)) {
    return <DownloadTile words={mediaTexts.cannotPlay} messageId={item.messageId} metadata={item.metadata} />;
  }
  return (
    // biome-ignore lint/a11y/useMediaCaption: who sent it may have added none
    <video
      className={s.video}
      src={link.url ?? undefined}
      poster={link.thumbnail ?? undefined}
      controls
      playsInline
      preload="metadata"
      aria-label={fromWords('video', item.username)}
      onError={link.url ? link.onError : undefined}
    >
      <Captions messageId={item.messageId} metadata={item.metadata} wanted />
    </video>
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
      <Transcript text={item.metadata.transcript} />
    </div>
  );
}
