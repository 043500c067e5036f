// What a message answers: name and text cut at 30; a press jumps there.
import { texts } from 'texts:chat';
import { MemberName } from '@/parts/people/member/MemberButton';
import { replyPreviewLength } from '@/rules/chat/message';
import { cut } from '@/rules/text';
import { isIgnoredName, useIgnored } from '@/stores/chat/ignored';
import { useRoomLog } from '@/stores/roomlog/roomLog';
import type { MessageBody } from '@/wire/frames.gen';
import { messageDeleted, messageWords } from './MessageContent';
import s from './ReplyPreview.module.css';

interface ReplyPreviewProps {
  message: MessageBody;
  onJump: (id: string) => void;
  reachable: boolean;
}

export function ReplyPreview({ message, onJump, reachable }: ReplyPreviewProps) {
  const id = message.reply_to_message_id;
  // The message carries the words it answers; only without them is the target looked for.
  const lacking = message.reply_to_text === null || message.reply_to_username === null;
  const target = useRoomLog((log) => (id && lacking ? log.messages.findLast((m) => m.id === id) : undefined));
  const name = message.reply_to_username ?? target?.username ?? '';
  const hidden = useIgnored(isIgnoredName(name));
  if (!id) return null;
  const words = message.reply_to_text ?? (target ? messageWords(target) : messageDeleted());
  const tabIndex = reachable ? 0 : -1;
  return (
    <div className={s.reply}>
      {name !== '' && <MemberName username={name} className={s.name} tabIndex={tabIndex} />}
      <button type="button" className={s.text} dir="auto" tabIndex={tabIndex} onClick={() => onJump(id)}>
        <span className="sr-only">{texts.replyingTo({ name })} </span>
        {hidden ? texts.fromIgnoredWords({ count: 1 }) : cut(words, replyPreviewLength)}
      </button>
    </div>
  );
}

export function ReplyWords({ name, words }: { name: string; words: string }) {
  return (
    <>
      <span className="sr-only">{texts.replyingTo({ name: '' })} </span>
      {name !== '' && <span className={s.name}>{name}</span>}
      <span className={s.text} dir="auto">
        {cut(words, replyPreviewLength)}
      </span>
    </>
  );
}
