// What a message says, by its type: text with links, a GIF, media, or
// that it was deleted.
import { texts } from 'texts:chat';
import { lazy, memo, Suspense } from 'react';
import { showsCode } from '@/rules/chat/postedCodes';
import type { MessageBody } from '@/wire/frames.gen';
import { GifMessage } from '../media/GifMessage';
import { ImageMessage } from '../media/ImageMessage';
import { VideoMessage } from '../media/VideoMessage';
import { VoiceMessage } from '../media/VoiceMessage';
import { LinkCard } from './LinkCard';
import s from './MessageContent.module.css';
import { Words } from './Words';

// Few messages show codes, and the words name them without it.
const PostedCodes = lazy(() => import('./PostedCodes').catch(() => ({ default: () => null })));

export const messageDeleted = () => texts.noPreview;

/** The words of kinds that have no text of their own. */
export const kindWords = () =>
  ({
    text: '',
    gif: 'GIF',
    image: texts.image,
    video: texts.video,
    voice: texts.voiceMessage,
  }) as const;

/** A message in one line, for previews, copies and screen readers. */
export function messageWords(m: MessageBody): string {
  if (m.deleted_at) return messageDeleted();
  return m.message_type === 'text' ? m.message : kindWords()[m.message_type];
}

interface MessageContentProps {
  message: MessageBody;
  /** Whether Tab reaches what can be pressed in it. */
  reachable: boolean;
}

export const MessageContent = memo(function MessageContent({ message, reachable }: MessageContentProps) {
  if (message.deleted_at) return <p className={s.deleted}>{messageDeleted()}</p>;
  const own = { message, reachable };
  switch (message.message_type) {
    case 'gif': {
      const source = message.media_url ?? message.message;
      return (
        <GifMessage
          key={source}
          source={source}
          words={texts.gifFrom({ username: message.username })}
          reachable={reachable}
        />
      );
    }
    case 'image':
      return <ImageMessage {...own} />;
    case 'video':
      return <VideoMessage {...own} />;
    case 'voice':
      return <VoiceMessage {...own} />;
    default:
      return (
        <>
          <Words
            text={message.message}
            mentions={message.mentions}
            mentionsAll={message.mentionsAll}
            reachable={reachable}
          />
          {showsCode(message.message) && (
            <Suspense fallback={null}>
              <PostedCodes messageId={message.id} reachable={reachable} />
            </Suspense>
          )}
          {message.preview && <LinkCard preview={message.preview} reachable={reachable} />}
        </>
      );
  }
});
