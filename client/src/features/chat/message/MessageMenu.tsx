// What can be done with a message: reactions, reply, copy, delete. A menu at
// the pointer or the focused message, a sheet under the thumb.
import { Copy, Plus, Reply, Trash2 } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { allReactions, chips, type Emoji, quickReactions } from '@/rules/reactions';
import { cx } from '@/ui/cx';
import { Sheet } from '@/ui/Sheet';
import type { MessageBody } from '@/wire/frames.gen';
import { copyMessage, replyTo, toggleReaction } from './actions';
import s from './MessageMenu.module.css';

export interface MenuAt {
  message: MessageBody;
  /** The list entry that gets the focus back. */
  key: string;
  x: number;
  y: number;
  /** reactions: the menu with all sixteen open. */
  as: 'menu' | 'reactions' | 'sheet';
}

interface MessageMenuProps {
  at: MenuAt | null;
  me: string;
  mayDelete: boolean;
  onDelete: (message: MessageBody) => void;
  onClose: () => void;
}

interface Entry {
  name: string;
  icon: ReactNode;
  danger?: boolean;
  run: () => void;
}

const focusReturnsMs = 30;

export function MessageMenu({ at, me, mayDelete, onDelete, onClose }: MessageMenuProps) {
  const [all, setAll] = useState(false);
  useEffect(() => setAll(at?.as === 'reactions'), [at]);
  // What it was opened for stays while it leaves.
  const last = useRef(at);
  if (at) last.current = at;
  const shown = last.current;
  if (!shown) return null;
  const { message } = shown;

  const emojis = all ? allReactions : quickReactions;
  const mine = new Set(chips(message.reactions, me).flatMap((chip) => (chip.mine ? chip.emoji : [])));
  const react = ({ emoji }: Emoji) => toggleReaction(message, emoji, me);
  const entries: Entry[] = [
    { name: 'Reply', icon: <Reply size={17} aria-hidden="true" />, run: () => replyTo(message) },
    { name: 'Copy', icon: <Copy size={17} aria-hidden="true" />, run: () => void copyMessage(message) },
  ];
  if (mayDelete) {
    entries.push({
      name: 'Delete',
      icon: <Trash2 size={17} aria-hidden="true" />,
      danger: true,
      run: () => onDelete(message),
    });
  }

  if (shown.as === 'sheet') {
    // The sheet gives the focus back first; a reply then takes it to the field.
    const then = (run: () => void) => () => {
      onClose();
      setTimeout(run, focusReturnsMs);
    };
    return (
      <Sheet
        open={at !== null}
        onOpenChange={(open) => !open && onClose()}
        title={`Message from ${message.username}`}
      >
        <div className={s.emojis}>
          {emojis.map((e) => (
            <button
              key={e.emoji}
              type="button"
              className={cx(s.emoji, mine.has(e.emoji) && s.mine)}
              aria-label={`React with ${e.name}`}
              aria-pressed={mine.has(e.emoji)}
              onClick={then(() => react(e))}
            >
              {e.emoji}
            </button>
          ))}
          {!all && (
            <button
              type="button"
              className={s.emoji}
              aria-label="More reactions"
              onClick={() => setAll(true)}
            >
              <Plus size={18} aria-hidden="true" />
            </button>
          )}
        </div>
        {entries.map((entry) => (
          <button
            key={entry.name}
            type="button"
            className={cx(s.item, entry.danger && s.danger)}
            onClick={then(entry.run)}
          >
            {entry.icon}
            {entry.name}
          </button>
        ))}
      </Sheet>
    );
  }

  return (
    <DropdownMenu.Root modal={false} open={at !== null} onOpenChange={(open) => !open && onClose()}>
      <DropdownMenu.Trigger asChild>
        <span className={s.anchor} style={{ left: shown.x, top: shown.y }} aria-hidden="true" tabIndex={-1} />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          className={s.menu}
          align="start"
          sideOffset={2}
          collisionPadding={8}
          aria-label={`Message from ${message.username}`}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            // A reply has taken the focus to the field already.
            if (document.activeElement instanceof HTMLTextAreaElement) return;
            document
              .querySelector<HTMLElement>(`[data-key="${CSS.escape(shown.key)}"]`)
              ?.focus({ preventScroll: true });
          }}
        >
          <DropdownMenu.Group className={s.emojis} aria-label="Reactions">
            {emojis.map((e) => (
              <DropdownMenu.Item
                key={e.emoji}
                className={cx(s.emoji, mine.has(e.emoji) && s.mine)}
                aria-label={mine.has(e.emoji) ? `Take back ${e.name}` : `React with ${e.name}`}
                onSelect={() => react(e)}
              >
                {e.emoji}
              </DropdownMenu.Item>
            ))}
            {!all && (
              <DropdownMenu.Item
                className={s.emoji}
                aria-label="More reactions"
                onSelect={(event) => {
                  event.preventDefault();
                  setAll(true);
                }}
              >
                <Plus size={17} aria-hidden="true" />
              </DropdownMenu.Item>
            )}
          </DropdownMenu.Group>
          <DropdownMenu.Separator className={s.rule} />
          {entries.map((entry) => (
            <DropdownMenu.Item
              key={entry.name}
              className={cx(s.item, entry.danger && s.danger)}
              onSelect={entry.run}
            >
              {entry.icon}
              {entry.name}
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
