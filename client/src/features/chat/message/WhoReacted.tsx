// Who reacted to a message, by emoji; each name opens that member's profile.
import { texts } from 'texts:chat';
import { texts as menuTexts } from 'texts:chat/menus';
import { MemberLine } from '@/parts/people/member/MemberLine';
import { chips, reactionName } from '@/rules/chat/reactions';
import { useRoomLog } from '@/stores/roomlog/roomLog';
import { Sheet } from '@/ui/Sheet';
import { EmptyState } from '@/ui/States';
import s from './WhoReacted.module.css';

interface WhoReactedProps {
  messageId: string;
  me: string;
  /** What gets the focus when it closes. */
  returnTo: () => HTMLElement | null | undefined;
  onClose: () => void;
}

export default function WhoReacted({ messageId, me, returnTo, onClose }: WhoReactedProps) {
  // As it is now: reactions come and go while it is open.
  const reactions = useRoomLog((log) => log.messages.findLast((m) => m.id === messageId)?.reactions);
  const all = chips(reactions ?? [], me);
  return (
    <Sheet open onOpenChange={(open) => !open && onClose()} returnTo={returnTo} title={texts.reactions}>
      {all.length === 0 && <EmptyState title={menuTexts.reactionsNone} />}
      {all.map(({ emoji, count, names }) => (
        <section key={emoji} aria-label={`${reactionName(emoji)}, ${count}`}>
          <h3 className={s.emoji}>
            <span className={s.sign} aria-hidden="true">
              {emoji}
            </span>
            <span className={s.count}>{count}</span>
          </h3>
          <ul>
            {names.map((name) => (
              <li key={name}>
                <MemberLine username={name} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </Sheet>
  );
}
