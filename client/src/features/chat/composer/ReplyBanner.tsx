// Whom the next message answers: name and text cut at 60, with a way out.

import { texts } from 'texts:chat';
import { X } from 'lucide-react';
import { rich } from '@/languages/rich';
import { replyBannerLength } from '@/rules/chat/message';
import { cut } from '@/rules/text';
import type { ReplyTarget } from '@/stores/room/outgoing';
import { IconButton } from '@/ui/IconButton';
import s from './ReplyBanner.module.css';

export function ReplyBanner({ target, onCancel }: { target: ReplyTarget; onCancel: () => void }) {
  return (
    <div className={s.banner}>
      <p className={s.words}>
        <span className={s.to}>{rich(texts.replyingTo, { name: <strong>{target.username}</strong> })}</span>
        <span className={s.text} dir="auto">
          {cut(target.text, replyBannerLength)}
        </span>
      </p>
      <IconButton label={texts.cancelReply} icon={<X size={18} aria-hidden="true" />} onClick={onCancel} />
    </div>
  );
}
