// Says new messages to screen readers: the windowed list itself is silent,
// since scrolling it brings old rows in.
import { useEffect, useState } from 'react';
import { type ChatState, useChat } from '@/stores/chat';
import type { MessageBody } from '@/wire/frames.gen';
import { messageWords } from './MessageContent';

const kept = 5;

export function Announcer({ me }: { me: string }) {
  const [said, setSaid] = useState<readonly MessageBody[]>([]);
  useEffect(() => {
    const heard = (now: ChatState, before: ChatState) => {
      const last = before.messages.at(-1)?.seq;
      // A first page and another room are no news.
      if (now.messages === before.messages || last === undefined || now.roomId !== before.roomId) return;
      const fresh = now.messages.filter((m) => m.seq > last && m.user_id !== me);
      const deleted = new Set(now.messages.filter((m) => m.deleted_at !== null).map((m) => m.id));
      setSaid((all) => {
        // What was deleted is not said again, here either (CHAT-11).
        const left = all.filter((m) => !deleted.has(m.id));
        return fresh.length === 0 && left.length === all.length ? all : [...left, ...fresh].slice(-kept);
      });
    };
    return useChat.subscribe(heard);
  }, [me]);
  return (
    <div className="sr-only" role="log" aria-live="polite" aria-label="New messages">
      {said.map((m) => (
        <p key={m.id}>
          {m.username}: {messageWords(m)}
        </p>
      ))}
    </div>
  );
}
