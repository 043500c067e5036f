// A video in a message, with its still and the browser's own controls; what this
// browser cannot play can be downloaded.
import { Download, Film } from 'lucide-react';
import { boxOf, sizeWords } from '@/rules/media';
import type { MediaMetadata, MessageBody } from '@/wire/frames.gen';
import { sourceOf } from './items';
import s from './MediaMessage.module.css';
import { saveMedia } from './save';
import { fromWords, mediaTexts } from './texts';
import { useMediaLink } from './useMediaLink';

interface VideoMessageProps {
  message: MessageBody;
  reachable: boolean;
}

export function VideoMessage({ message, reachable }: VideoMessageProps) {
  const metadata = message.media_metadata;
  const link = useMediaLink(sourceOf(message));
  const box = boxOf(metadata);
  const style = box
    ? { width: `${box.width / 16}rem`, aspectRatio: `${box.width} / ${box.height}` }
    : undefined;
  if (link.failed || !canPlay(metadata)) {
    return <DownloadTile messageId={message.id} metadata={metadata} reachable={reachable} />;
  }
  return (
    // biome-ignore lint/a11y/useMediaCaption: members' videos carry no captions
    <video
      className={s.box}
      style={style}
      src={link.url ?? undefined}
      poster={link.thumbnail ?? undefined}
      controls
      playsInline
      preload="none"
      tabIndex={reachable ? 0 : -1}
      aria-label={fromWords('Video', message.username)}
      onError={link.url ? link.onError : undefined}
    />
  );
}

interface DownloadTileProps {
  messageId: string;
  metadata: MediaMetadata | undefined;
  reachable?: boolean;
}

export function DownloadTile({ messageId, metadata, reachable = true }: DownloadTileProps) {
  const size = sizeWords(metadata?.fileSize);
  return (
    <div className={s.download}>
      <Film size={24} strokeWidth={1.5} aria-hidden="true" />
      <p>{mediaTexts.cannotPlay}</p>
      <button type="button" tabIndex={reachable ? 0 : -1} onClick={() => void saveMedia(messageId)}>
        <Download size={16} aria-hidden="true" />
        {mediaTexts.download}
        {size !== '' && <span className="mono">{size}</span>}
      </button>
    </div>
  );
}

/** Phones record in kinds that not every browser plays. */
export function canPlay(metadata: MediaMetadata | undefined): boolean {
  const type = metadata?.mimeType;
  // Most of what is in a QuickTime file is what is in an MP4 one: it is tried.
  if (!type || type === 'video/quicktime') return true;
  return document.createElement('video').canPlayType(type) !== '';
}
