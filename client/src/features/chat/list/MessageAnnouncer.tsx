// Announces new messages to screen readers: the windowed list itself is silent,
// since scrolling it brings old rows in. Those that come together are announced
// together, a moment after they were drawn.
import { texts } from 'texts:chat';
import { useEffect, useState } from 'react';
import { useIgnored } from '@/stores/chat/ignored';
import { type RoomLogState, useRoomLog } from '@/stores/roomlog/roomLog';
import { useShallow } from '@/stores/shallow';
import { messageWords } from '../message/MessageContent';

const announcedAtMost = 5;
const gatherMs = 300;

export function MessageAnnouncer({ me }: { me: string }) {
  const [announced, setAnnounced] = useState<readonly string[]>([]);
  useEffect(() => {
    let gathered: string[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const announce = () => {
      const fresh = gathered;
      timer = undefined;
      gathered = [];
      setAnnounced((all) => [...all, ...fresh].slice(-announcedAtMost));
    };
    const heard = (now: RoomLogState, before: RoomLogState) => {
      if (now.messages === before.messages) return;
      // A first page and another room are no news; the first message of an empty room is.
      if (before.history !== 'ready' || now.roomId !== before.roomId) return;
      // What comes to the end of a list that was cut is older messages being loaded.
      if (before.newerCut) return;
      const last = before.messages.at(-1)?.seq ?? before.lastSeq ?? 0;
      const from = now.messages.findLastIndex((m) => m.seq <= last) + 1;
      const { members } = useIgnored.getState();
      const fresh = now.messages
        .slice(from)
        .filter((m) => m.user_id !== me && (m.mentionsAll || !members.has(m.user_id)));
      if (fresh.length === 0) return;
      gathered = [...gathered, ...fresh.map((m) => m.id)].slice(-announcedAtMost);
      timer ??= setTimeout(announce, gatherMs);
    };
    const stop = useRoomLog.subscribe(heard);
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [me]);
  // Read from the store, so that a deleted text is gone here too.
  const shown = useRoomLog(
    useShallow((chat) =>
      announced.flatMap((id) => chat.messages.findLast((m) => m.id === id && m.deleted_at === null) ?? []),
    ),
  );
  const ignored = useIgnored((s) => s.members);
  const received = shown.filter((m) => m.mentionsAll || !ignored.has(m.user_id));
  return (
    <div className="sr-only" role="log" aria-live="polite" aria-label={texts.newMessages}>
      {received.map((m) => (
        <p key={m.id}>
          {m.username}: {messageWords(m)}
        </p>
      ))}
    </div>
  );
}
