// The messages that name the member, newest first; a press goes there.
import { useInfiniteQuery } from '@tanstack/react-query';
import { AtSign } from 'lucide-react';
import { mentionsQuery } from '@/queries/mentions';
import { cut } from '@/rules/message';
import { jumpTo } from '@/stores/jump';
import { Button } from '@/ui/Button';
import { Sheet } from '@/ui/Sheet';
import { Skeleton } from '@/ui/Skeleton';
import { EmptyState, ErrorState } from '@/ui/States';
import { Ago } from '../message/Ago';
import { messageWords } from '../message/MessageContent';
import { texts } from '../texts';
import s from './MentionsSheet.module.css';

const shownLength = 160;

export function MentionsSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Sheet open={open} onOpenChange={(next) => !next && onClose()} title={texts.mentionsTitle}>
      <MentionsList onClose={onClose} />
    </Sheet>
  );
}

function MentionsList({ onClose }: { onClose: () => void }) {
  const query = useInfiniteQuery(mentionsQuery);
  if (query.isPending) {
    return (
      <div className={s.list} role="status">
        <span className="sr-only">{texts.mentionsTitle}</span>
        <Skeleton height="3.5rem" />
        <Skeleton height="3.5rem" />
      </div>
    );
  }
  if (query.isError) {
    return (
      <ErrorState
        text={texts.mentionsFailed}
        action={{ label: texts.tryAgain, run: () => void query.refetch(), busy: query.isFetching }}
      />
    );
  }
  const all = query.data.pages.flatMap((page) => page.mentions);
  if (all.length === 0) {
    return (
      <EmptyState
        icon={<AtSign size={28} aria-hidden="true" />}
        title={texts.mentionsNone}
        text={texts.mentionsNoneNext}
      />
    );
  }
  return (
    <>
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
      {query.hasNextPage && (
        <Button block busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {texts.showMore}
        </Button>
      )}
    </>
  );
}
