// A voice message in the list.
import { texts as mediaTexts } from 'texts:chat/media';
import { VoicePlayer } from '@/parts/voice/VoicePlayer';
import type { MessageBody } from '@/wire/frames.gen';
import { canPlay, DownloadTile } from './DownloadTile';
import { sourceOf } from './mediaItems';
import { Unavailable } from './Unavailable';
import { useMediaLink } from './useMediaLink';

interface VoiceMessageProps {
  message: MessageBody;
  reachable: boolean;
}

export function VoiceMessage({ message, reachable }: VoiceMessageProps) {
  const metadata = message.media_metadata;
  const { duration = 0, waveform = [] } = metadata ?? {};
  const link = useMediaLink(sourceOf(message));
  // Older phones know no webm.
  if (!canPlay(metadata)) {
    return <DownloadTile words={mediaTexts.cannotHear} {...{ messageId: message.id, metadata, reachable }} />;
  }
  if (link.failed)
    return <Unavailable words={mediaTexts.soundFailed} reachable={reachable} onRetry={link.retry} />;
  return (
    <VoicePlayer
      source={link.url}
      duration={duration}
      waveform={waveform}
      reachable={reachable}
      onFail={link.onError}
    />
  );
}
