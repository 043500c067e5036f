// What can be done with a message, and what is asked and shown for it. Apart from
// the list: a message that comes draws none of it anew.
import { memo, useEffect, useRef, useState } from 'react';
import { onDemand, whenOpen } from '@/ui/onDemand';
import type { MessageBody } from '@/wire/frames.gen';
import type { MenuAt } from './MessageMenu';

const load = {
  menu: () => import('./MessageMenu'),
  deleting: () => import('./DeleteQuestion'),
  words: () => import('../media/MediaWords'),
  earlier: () => import('./EarlierTexts'),
  reactions: () => import('./WhoReacted'),
};
const MessageMenu = whenOpen(load.menu);
const DeleteQuestion = whenOpen(load.deleting);
const MediaWords = onDemand(load.words);
const EarlierTexts = onDemand(load.earlier);
const WhoReacted = onDemand(load.reactions);

/** Fetched when the room has settled, so that a lost connection closes no menu. */
const aheadAfterMs = 2_000;

interface MessageDialogsProps {
  menu: MenuAt | null;
  me: string;
  /** Whether the member keeps order here. */
  moderates: boolean;
  /** The list entry of a key, if it is mounted: it gets the focus back. */
  entry: (key: string) => HTMLElement | null | undefined;
  onClose: () => void;
}

interface Shown {
  messageId: string;
  /** Of the list entry. */
  key: string;
}

export const MessageDialogs = memo(function MessageDialogs(props: MessageDialogsProps) {
  const { menu, me, moderates, entry, onClose } = props;
  const [deleting, setDeleting] = useState<{ message: MessageBody; key: string } | null>(null);
  const [words, setWords] = useState<{ message: MessageBody; key: string } | null>(null);
  const [earlier, setEarlier] = useState<Shown | null>(null);
  const [reactions, setReactions] = useState<Shown | null>(null);
  const lastDeleting = useRef<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => {
      for (const next of Object.values(load)) void next().catch(() => {});
    }, aheadAfterMs);
    return () => clearTimeout(timer);
  }, []);
  if (deleting) lastDeleting.current = deleting.key;
  return (
    <>
      <MessageMenu
        open={menu !== null}
        at={menu}
        me={me}
        moderates={moderates}
        entry={entry}
        onDelete={(message, key) => setDeleting({ message, key })}
        onWords={(message, key) => setWords({ message, key })}
        onEarlier={(messageId, key) => setEarlier({ messageId, key })}
        onReactions={(messageId, key) => setReactions({ messageId, key })}
        onClose={onClose}
      />
      {reactions && (
        <WhoReacted
          messageId={reactions.messageId}
          me={me}
          returnTo={() => entry(reactions.key)}
          onClose={() => setReactions(null)}
        />
      )}
      {words && (
        <MediaWords
          message={words.message}
          returnTo={() => entry(words.key)}
          onClose={() => setWords(null)}
        />
      )}
      {earlier && (
        <EarlierTexts
          messageId={earlier.messageId}
          returnTo={() => entry(earlier.key)}
          onClose={() => setEarlier(null)}
        />
      )}
      <DeleteQuestion
        open={deleting !== null}
        message={deleting?.message ?? null}
        returnTo={() => (lastDeleting.current ? entry(lastDeleting.current) : null)}
        onClose={() => setDeleting(null)}
      />
    </>
  );
});
