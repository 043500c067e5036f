// When a message was written and who reacted to it: what a pointer sees as
// tooltips, for everybody else.
import { texts } from 'texts:chat/menus';
import type { Ref } from 'react';
import { chips, reactedBy, reactionName } from '@/rules/chat/reactions';
import { fullTime } from '@/rules/time';
import type { MessageBody } from '@/wire/frames.gen';
import s from './MessageFacts.module.css';

interface MessageFactsProps {
  message: MessageBody;
  me: string;
  ref?: Ref<HTMLDivElement>;
}

export function MessageFacts({ message, me, ...rest }: MessageFactsProps) {
  return (
    <div {...rest} className={s.facts}>
      <p>{fullTime(Date.parse(message.created_at))}</p>
      {message.edited_at !== null && (
        <p>{texts.editedAt({ time: fullTime(Date.parse(message.edited_at)) })}</p>
      )}
      {chips(message.reactions, me).map((chip) => (
        <p key={chip.emoji}>
          <span aria-hidden="true">{chip.emoji}</span>
          <span className="sr-only">{reactionName(chip.emoji)}</span> {reactedBy(chip)}
        </p>
      ))}
    </div>
  );
}
