// What stands where the messages go: the shape of them, none yet, a failure, or
// the conversation.
import { texts } from 'texts:chat';
import { useMemo } from 'react';
import { isHidden, isNoNews, useIgnored } from '@/stores/chat/ignored';
import { loadLatest } from '@/stores/room/history';
import { useOutgoing } from '@/stores/room/outgoing';
import { firstUnread, useRoomLog } from '@/stores/roomlog/roomLog';
import { ErrorState } from '@/ui/States';
import { Conversation } from './Conversation';
import { foldIgnored } from './foldIgnored';
import { LoadingMessages } from './LoadingMessages';
import { createItems } from './listItems';
import s from './MessageList.module.css';

interface MessageListProps {
  me: string;
  /** Whether the member keeps order here. */
  moderates: boolean;
  creator: string | null;
  roomId: string;
}

export function MessageList({ me, moderates, creator, roomId }: MessageListProps) {
  const messages = useRoomLog((log) => log.messages);
  const history = useRoomLog((log) => log.history);
  const ignored = useIgnored();
  const unreadFrom = useRoomLog((log) =>
    firstUnread(log, (message) => message.user_id !== me && !isNoNews(message)(ignored)),
  );
  const revision = useRoomLog((log) => log.revision);
  const pageStarts = useRoomLog((log) => log.pageStarts);
  const pending = useOutgoing((out) => out.items);
  const itemsOf = useMemo(() => createItems(me), [me]);
  const all = useMemo(
    () => itemsOf({ messages, unreadFrom, pageStarts, revision }, pending),
    [itemsOf, messages, unreadFrom, pageStarts, revision, pending],
  );
  const items = useMemo(() => {
    if (ignored.members.size === 0) return all;
    return foldIgnored(all, (message) => isHidden(message)(ignored));
  }, [all, ignored]);

  if (items.length > 0)
    return <Conversation items={items} me={me} moderates={moderates} creator={creator} roomId={roomId} />;
  if (history === 'loading') return <LoadingMessages />;
  return (
    <div className={s.middle}>
      {history === 'failed' ? (
        <ErrorState
          text={texts.historyFailed}
          action={{ label: texts.tryAgain, run: () => void loadLatest() }}
        />
      ) : (
        <p className={s.empty}>{texts.noMessages}</p>
      )}
    </div>
  );
}
