// The messages that name the member, newest first; a press goes there.
import { texts } from 'texts:chat';
import { texts as menuTexts } from 'texts:chat/menus';
import { useInfiniteQuery } from '@tanstack/react-query';
import { AtSign } from 'lucide-react';
import { mentionsQuery } from '@/queries/chat/mentions';
import { cut } from '@/rules/text';
import { jumpTo } from '@/stores/room/jump';
import { QueryView } from '@/ui/QueryView';
import { Sheet } from '@/ui/Sheet';
import { Skeleton } from '@/ui/Skeleton';
import { EmptyState } from '@/ui/States';
import { Ago } from '../message/Ago';
import { messageWords } from '../message/MessageContent';
import s from './MentionsSheet.module.css';

const shownLength = 160;

export default function MentionsSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Sheet open={open} onOpenChange={(next) => !next && onClose()} title={texts.mentionsTitle}>
      <MentionsList onClose={onClose} />
    </Sheet>
  );
}

function MentionsList({ onClose }: { onClose: () => void }) {
  const query = useInfiniteQuery(mentionsQuery);
  return (
    <QueryView
      query={query}
      items={(page) => page.mentions}
      loading={texts.mentionsTitle}
      skeleton={
        <>
          <Skeleton height="3.5rem" />
          <Skeleton height="3.5rem" />
        </>
      }
      failed={menuTexts.mentionsFailed}
      retry={texts.tryAgain}
      empty={
        <EmptyState
          icon={<AtSign size={28} aria-hidden="true" />}
          title={menuTexts.mentionsNone}
          text={menuTexts.mentionsNoneNext}
        />
      }
      more={texts.showMore}
    >
      {(all) => (
        <ul className={s.list}>
          {all.map(({ roomId, roomName, message }) => (
            <li key={message.id}>
              <button
                type="button"
                className={s.one}
                onClick={() => {
                  onClose();
                  jumpTo(message.id, roomId);
                }}
              >
                <span className={s.first}>
                  <span className={s.who}>{message.username}</span>
                  <span className={s.room}>{roomName}</span>
                  <Ago at={Date.parse(message.created_at)} className={s.time} />
                </span>
                <span className={s.words} dir="auto">
                  {cut(messageWords(message), shownLength)}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </QueryView>
  );
}
