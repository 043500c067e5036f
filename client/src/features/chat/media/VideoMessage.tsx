// A video in a message, with its still and the browser's own controls; what this
// browser cannot play can be downloaded.
import { texts as mediaTexts } from 'texts:chat/media';
import { useState } from 'react';
import { boxOf } from '@/rules/chat/media';
import type { MessageBody } from '@/wire/frames.gen';
import { Captions } from './Captions';
import { canPlay, DownloadTile } from './DownloadTile';
import s from './MediaMessage.module.css';
import { sourceOf } from './mediaItems';
import { fromWords } from './mediaTexts';
import { useMediaLink } from './useMediaLink';

interface VideoMessageProps {
  message: MessageBody;
  reachable: boolean;
}

export function VideoMessage({ message, reachable }: VideoMessageProps) {
  const metadata = message.media_metadata;
  const link = useMediaLink(sourceOf(message));
  const [played, setPlayed] = useState(false);
  const box = boxOf(metadata);
  const style = box
    ? { width: `${box.width / 16}rem`, aspectRatio: `${box.width} / ${box.height}` }
    : undefined;
  if (link.failed || !canPlay(metadata)) {
    return <DownloadTile words={mediaTexts.cannotPlay} {...{ messageId: message.id, metadata, reachable }} />;
  }
  return (
    // biome-ignore lint/a11y/useMediaCaption: who sent it may have added none
    <video
      className={s.box}
      style={style}
      src={link.url ?? undefined}
      poster={link.thumbnail ?? undefined}
      controls
      playsInline
      preload="none"
      tabIndex={reachable ? 0 : -1}
      aria-label={fromWords('video', message.username)}
      onPlay={() => setPlayed(true)}
      onError={link.url ? link.onError : undefined}
    >
      <Captions messageId={message.id} metadata={metadata} wanted={played} />
    </video>
  );
}
