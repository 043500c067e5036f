// A voice message in the list.
import { texts as mediaTexts } from 'texts:chat/media';
import { VoicePlayer } from '@/parts/voice/VoicePlayer';
import type { MessageBody } from '@/wire/frames.gen';
import { canPlay, DownloadTile } from './DownloadTile';
import { sourceOf } from './mediaItems';
import { Transcript } from './Transcript';
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
  // It says the same where the sound cannot be played.
  const transcript = <Transcript text={metadata?.transcript} reachable={reachable} />;
  // Older phones know no webm.
  if (!canPlay(metadata)) {
    return (
      <>
        <DownloadTile words={mediaTexts.cannotHear} {...{ messageId: message.id, metadata, reachable }} />
        {transcript}
      </>
    );
  }
  if (link.failed)
    return (
      <>
        <Unavailable words={mediaTexts.soundFailed} reachable={reachable} onRetry={link.retry} />
        {transcript}
      </>
    );
  return (
    <>
      <VoicePlayer
        source={link.url}
        duration={duration}
        waveform={waveform}
        reachable={reachable}
        onFail={link.onError}
      />
      {transcript}
    </>
  );
}
