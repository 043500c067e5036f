// What stands where the messages go: the shape of them, none yet, a failure, or
// the conversation.
import { useMemo } from 'react';
import { useChat } from '@/stores/chat';
import { loadLatest } from '@/stores/history';
import { useOutgoing } from '@/stores/outgoing';
import { ErrorState } from '@/ui/States';
import { Conversation } from './Conversation';
import { itemsOf } from './items';
import { LoadingMessages } from './LoadingMessages';
import s from './MessageList.module.css';

interface MessageListProps {
  me: string;
  isAdmin: boolean;
  creator: string | null;
  roomId: string;
}

export function MessageList({ me, isAdmin, creator, roomId }: MessageListProps) {
  const messages = useChat((chat) => chat.messages);
  const history = useChat((chat) => chat.history);
  const unreadFrom = useChat((chat) => chat.unreadFrom);
  const pageStarts = useChat((chat) => chat.pageStarts);
  const pending = useOutgoing((out) => out.items);
  const items = useMemo(
    () => itemsOf({ messages, unreadFrom, pageStarts }, pending),
    [messages, unreadFrom, pageStarts, pending],
  );

  if (items.length > 0)
    return <Conversation items={items} me={me} isAdmin={isAdmin} creator={creator} roomId={roomId} />;
  if (history === 'loading') return <LoadingMessages />;
  return (
    <div className={s.middle}>
      {history === 'failed' ? (
        <ErrorState
          text="Failed to load chat"
          action={{ label: 'Try again', run: () => void loadLatest() }}
        />
      ) : (
        <p className={s.empty}>No messages yet. Be the first to say hello!</p>
      )}
    </div>
  );
}
