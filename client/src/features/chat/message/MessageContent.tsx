// What a message says, by its type: text with links, a GIF, media, or
// that it was deleted.
import { memo } from 'react';
import { segments } from '@/rules/links';
import type { MessageBody } from '@/wire/frames.gen';
import s from './MessageContent.module.css';
import { Picture } from './Picture';

export const messageDeleted = 'Message deleted';

/** The words of kinds that have no text of their own. */
export const kindWords = {
  text: '',
  gif: 'GIF',
  image: 'Image',
  video: 'Video',
  voice: 'Voice message',
} as const;

/** A message in one line, for previews, copies and screen readers. */
export function messageWords(m: MessageBody): string {
  if (m.deleted_at) return messageDeleted;
  return m.message_type === 'text' ? m.message : kindWords[m.message_type];
}

export const MessageContent = memo(function MessageContent({ message }: { message: MessageBody }) {
  if (message.deleted_at) return <p className={s.deleted}>{messageDeleted}</p>;
  const source = message.media_url ?? message.message;
  switch (message.message_type) {
    case 'gif':
    case 'image':
      return (
        <Picture source={source} words={`${kindWords[message.message_type]} from ${message.username}`} />
      );
    case 'video':
      return (
        // biome-ignore lint/a11y/useMediaCaption: members' videos carry no captions
        <video
          className={s.box}
          src={source}
          poster={message.media_thumbnail_url ?? undefined}
          controls
          preload="none"
        />
      );
    case 'voice':
      // biome-ignore lint/a11y/useMediaCaption: voice messages carry no captions
      return <audio className={s.voice} src={source} controls preload="none" />;
    default:
      return <Words text={message.message} />;
  }
});

export function Words({ text }: { text: string }) {
  let at = 0;
  return (
    <p className={s.words} dir="auto">
      {segments(text).map((piece) => {
        const key = at;
        at += piece.text.length;
        return piece.href ? (
          <a key={key} href={piece.href} target="_blank" rel="noopener noreferrer nofollow ugc">
            {piece.text}
          </a>
        ) : (
          piece.text
        );
      })}
    </p>
  );
}
