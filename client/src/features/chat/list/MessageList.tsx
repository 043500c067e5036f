// What stands where the messages go: the shape of them, none yet, a failure, or
// the conversation (CHAT-14, CHAT-31).
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
  const newFrom = useChat((chat) => chat.newFrom);
  const heads = useChat((chat) => chat.heads);
  const pending = useOutgoing((out) => out.items);
  const items = useMemo(
    () => itemsOf({ messages, newFrom, heads }, pending),
    [messages, newFrom, heads, pending],
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
