// In the place of a video or a sound that this browser cannot play.
import { texts as mediaTexts } from 'texts:chat/media';
import { Download, FileQuestion } from 'lucide-react';
import { sizeWords } from '@/rules/chat/media';
import type { MediaMetadata } from '@/wire/frames.gen';
import s from './MediaMessage.module.css';
import { saveMedia } from './saveMedia';

interface DownloadTileProps {
  words: string;
  messageId: string;
  metadata: MediaMetadata | undefined;
  reachable?: boolean;
}

export function DownloadTile({ words, messageId, metadata, reachable = true }: DownloadTileProps) {
  const size = sizeWords(metadata?.fileSize);
  return (
    <div className={s.download}>
      <FileQuestion size={24} strokeWidth={1.5} aria-hidden="true" />
      <p>{words}</p>
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
  return document.createElement('video').canPlayType(type) !== ''; // sound alone too
}
