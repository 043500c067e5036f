// What is said of pictures, videos and voice messages.
import { texts } from 'texts:chat/media';

/** The name of one item, for screen readers. */
export const fromWords = (kind: 'image' | 'video' | 'voice', username: string) =>
  kind === 'image'
    ? texts.imageFrom({ username })
    : kind === 'video'
      ? texts.videoFrom({ username })
      : texts.voiceFrom({ username });
