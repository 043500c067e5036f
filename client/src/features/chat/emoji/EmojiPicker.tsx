// Emoji to insert: beside the composer where there is room, in a sheet on phones.
// The list comes with this chunk, from nowhere else.
import { texts as emojiTexts } from 'texts:chat/emoji';
import { Popover } from 'radix-ui';
import { useEffect, useRef, useState } from 'react';
import { readEmojis } from '@/rules/chat/emoji';
import { useBackCloses } from '@/ui/backCloses';
import { Sheet } from '@/ui/Sheet';
import { EmojiChoice } from './EmojiChoice';
import s from './EmojiPicker.module.css';
import list from './emoji.txt?raw';
import { addRecentEmoji } from './emojiPreferences';

const groups = readEmojis(list);
const phone = '(max-width: 768px)';

interface EmojiPickerProps {
  /** The button it belongs to. */
  anchor: HTMLElement | null;
  onInsert: (emoji: string) => void;
  onClose: () => void;
}

export default function EmojiPicker({ anchor, onInsert, onClose }: EmojiPickerProps) {
  const [inSheet] = useState(() => window.matchMedia(phone).matches);
  const chosen = useRef<string | null>(null);
  const insert = useRef(onInsert);
  insert.current = onInsert;
  useBackCloses(!inSheet, onClose);

  // Inserted when this has closed. The dialog gives the focus back in a timer of
  // its own, made after the first one here.
  useEffect(
    () => () => {
      const emoji = chosen.current;
      if (emoji !== null) setTimeout(() => setTimeout(() => insert.current(emoji)));
    },
    [],
  );

  function choose(emoji: string, more: boolean) {
    addRecentEmoji(emoji);
    // With Shift it stays for the next one.
    if (more && !inSheet) return onInsert(emoji);
    chosen.current = emoji;
    onClose();
  }

  const choice = <EmojiChoice groups={groups} onChoose={choose} />;
  if (inSheet) {
    return (
      <Sheet open onOpenChange={(open) => !open && onClose()} title={emojiTexts.title}>
        {choice}
      </Sheet>
    );
  }
  return (
    <Popover.Root open onOpenChange={(open) => !open && onClose()}>
      <Popover.Anchor virtualRef={{ current: anchor ?? document.body }} />
      <Popover.Portal>
        <Popover.Content
          className={s.popover}
          side="top"
          align="end"
          sideOffset={8}
          collisionPadding={8}
          aria-label={emojiTexts.title}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            if (chosen.current === null) anchor?.focus();
          }}
          // The button closes it too, by itself.
          onInteractOutside={(event) => {
            if (anchor?.contains(event.target as Node)) event.preventDefault();
          }}
        >
          {choice}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
