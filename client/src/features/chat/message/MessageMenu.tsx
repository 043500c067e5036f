// What can be done with a message: reactions, reply, copy, edit, words beside media, pin,
// delete. A menu at the pointer or the focused message, a sheet under the thumb. It acts on
// the message as it is now, and closes when that is deleted.
import { texts } from 'texts:chat';
import { texts as menuTexts } from 'texts:chat/menus';
import {
  Captions,
  Copy,
  Flag,
  History,
  Pencil,
  Pin,
  PinOff,
  Plus,
  Reply,
  ScrollText,
  SmilePlus,
  Trash2,
} from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { serverNow } from '@/net/serverClock';
import { allReactions, chips, type Emoji, quickReactions } from '@/rules/chat/reactions';
import { openReport } from '@/stores/chat/report';
import { canChangeWords, canEdit, hasWords, startEdit } from '@/stores/room/editing';
import { usePins } from '@/stores/room/pins';
import { useRoomLog } from '@/stores/roomlog/roomLog';
import { useBackCloses } from '@/ui/backCloses';
import { cx } from '@/ui/cx';
import { Sheet } from '@/ui/Sheet';
import type { MessageBody } from '@/wire/frames.gen';
import { canCopy, copyMessage, replyTo, togglePin, toggleReaction } from './actions';
import { messageWords } from './MessageContent';
import { MessageFacts } from './MessageFacts';
import s from './MessageMenu.module.css';

export interface MenuAt {
  messageId: string;
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
  /** Whether the member keeps order here: may pin and delete what others wrote. */
  moderates: boolean;
  /** The list entry of a key, if it is mounted. */
  entry: (key: string) => HTMLElement | null | undefined;
  onDelete: (message: MessageBody, key: string) => void;
  /** Opens the transcript or the captions of a message. */
  onWords: (message: MessageBody, key: string) => void;
  /** Shows the texts that a message had before. */
  onEarlier: (messageId: string, key: string) => void;
  /** Shows who reacted to a message. */
  onReactions: (messageId: string, key: string) => void;
  onClose: () => void;
}

interface Action {
  name: string;
  icon: ReactNode;
  danger?: boolean;
  run: () => void;
}

export default function MessageMenu(props: MessageMenuProps) {
  const { at, me, moderates, entry, onDelete, onWords, onEarlier, onReactions, onClose } = props;
  const now = useRoomLog((log) => at && log.messages.findLast((m) => m.id === at.messageId));
  const pinned = usePins((all) => at !== null && all.pins.some((pin) => pin.message.id === at.messageId));
  const gone = at !== null && (!now || now.deleted_at !== null);
  useEffect(() => {
    if (gone) onClose();
  }, [gone, onClose]);
  // What it was opened for stays while it leaves, unless it was deleted.
  const last = useRef<{ at: MenuAt; message: MessageBody } | null>(null);
  if (at && now && !gone) last.current = { at, message: now };
  if (gone || !last.current) return null;
  const { at: shown, message } = last.current;
  const open = at !== null;
  const actions: Action[] = [
    { name: texts.reply, icon: <Reply size={17} aria-hidden="true" />, run: () => replyTo(message) },
  ];
  if (canCopy(message)) {
    const run = () => void copyMessage(message);
    actions.push({ name: menuTexts.copy, icon: <Copy size={17} aria-hidden="true" />, run });
  }
  if (message.reactions.length > 0) {
    const run = () => onReactions(message.id, shown.key);
    actions.push({ name: texts.reactions, icon: <SmilePlus size={17} aria-hidden="true" />, run });
  }
  if (canEdit(message, me, serverNow())) {
    const run = () => startEdit(message);
    actions.push({ name: menuTexts.edit, icon: <Pencil size={17} aria-hidden="true" />, run });
  }
  if (canChangeWords(message, me)) {
    const run = () => onWords(message, shown.key);
    actions.push(
      message.message_type === 'voice'
        ? { name: menuTexts.transcript, icon: <ScrollText size={17} aria-hidden="true" />, run }
        : { name: menuTexts.captions, icon: <Captions size={17} aria-hidden="true" />, run },
    );
  }
  if (moderates) {
    const run = () => void togglePin(message, pinned);
    const icon = pinned ? <PinOff size={17} aria-hidden="true" /> : <Pin size={17} aria-hidden="true" />;
    actions.push({ name: pinned ? texts.unpin : menuTexts.pin, icon, run });
    // Changed words of media leave no mark on the message.
    if (message.edited_at !== null || hasWords(message)) {
      const show = () => onEarlier(message.id, shown.key);
      actions.push({
        name: menuTexts.earlierTexts,
        icon: <History size={17} aria-hidden="true" />,
        run: show,
      });
    }
  }
  if (message.user_id !== me) {
    const { id, user_id: userId, username } = message;
    // The menu gives the focus back first.
    const run = () =>
      requestAnimationFrame(() =>
        openReport({ userId, username, messageId: id, words: messageWords(message) }),
      );
    actions.push({ name: menuTexts.report, icon: <Flag size={17} aria-hidden="true" />, run });
  }
  if (moderates || message.user_id === me) {
    const run = () => onDelete(message, shown.key);
    actions.push({
      name: menuTexts.delete,
      icon: <Trash2 size={17} aria-hidden="true" />,
      danger: true,
      run,
    });
  }
  const Shape = shown.as === 'sheet' ? ActionSheet : ActionMenu;
  return <Shape key={shown.messageId} {...{ open, at: shown, message, me, actions, entry, onClose }} />;
}

interface ShapeProps {
  open: boolean;
  at: MenuAt;
  message: MessageBody;
  me: string;
  actions: readonly Action[];
  entry: (key: string) => HTMLElement | null | undefined;
  onClose: () => void;
}

/** Where the focus goes when the menu closes: to the row, or where the action put it. */
function focusAfter(row: HTMLElement | null | undefined) {
  // A reply moves the focus to the field, a question into its dialog.
  const { activeElement } = document;
  const moved = activeElement instanceof HTMLElement && activeElement.matches('textarea, [role=dialog]');
  return moved ? activeElement : row;
}

function ActionSheet({ open, at, message, me, actions, entry, onClose }: ShapeProps) {
  const [all, setAll] = useState(false);
  const { emojis, mine } = reactionsOf(message, me, all);
  const pending = useRef<(() => void) | null>(null);
  // The sheet holds the focus while it is open: an action that moves the focus
  // waits until it has closed.
  const then = (run: () => void) => () => {
    pending.current = run;
    onClose();
  };
  useEffect(() => {
    if (open) return;
    const run = pending.current;
    pending.current = null;
    if (run) requestAnimationFrame(run);
  }, [open]);
  return (
    <Sheet
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={menuTexts.messageFrom({ username: message.username })}
      returnTo={() => entry(at.key)}
    >
      <div className={s.emojis}>
        {emojis.map((e) => (
          <button
            key={e.emoji}
            type="button"
            className={cx(s.emoji, mine.has(e.emoji) && s.mine)}
            aria-label={menuTexts.reactWith({ name: e.name })}
            aria-pressed={mine.has(e.emoji)}
            onClick={then(() => toggleReaction(message, e.emoji, me))}
          >
            {e.emoji}
          </button>
        ))}
        {!all && (
          <button
            type="button"
            className={s.emoji}
            aria-label={menuTexts.moreReactions}
            onClick={() => setAll(true)}
          >
            <Plus size={18} aria-hidden="true" />
          </button>
        )}
      </div>
      {actions.map((action) => (
        <button
          key={action.name}
          type="button"
          className={cx(s.item, action.danger && s.danger)}
          onClick={then(action.run)}
        >
          {action.icon}
          {action.name}
        </button>
      ))}
      <MessageFacts message={message} me={me} />
    </Sheet>
  );
}

function ActionMenu({ open, at, message, me, actions, entry, onClose }: ShapeProps) {
  useBackCloses(open, onClose);
  const [all, setAll] = useState(at.as === 'reactions');
  const { emojis, mine } = reactionsOf(message, me, all);
  return (
    <DropdownMenu.Root modal={false} open={open} onOpenChange={(next) => !next && onClose()}>
      <DropdownMenu.Trigger asChild>
        <span className={s.anchor} style={{ left: at.x, top: at.y }} aria-hidden="true" tabIndex={-1} />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          className={s.menu}
          align="start"
          sideOffset={2}
          collisionPadding={8}
          aria-label={menuTexts.messageFrom({ username: message.username })}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            focusAfter(entry(at.key))?.focus({ preventScroll: true });
          }}
        >
          <DropdownMenu.Group className={s.emojis} aria-label={texts.reactions}>
            {emojis.map((e) => (
              <DropdownMenu.Item
                key={e.emoji}
                className={cx(s.emoji, mine.has(e.emoji) && s.mine)}
                aria-label={
                  mine.has(e.emoji)
                    ? menuTexts.takeBack({ name: e.name })
                    : menuTexts.reactWith({ name: e.name })
                }
                onSelect={() => toggleReaction(message, e.emoji, me)}
              >
                {e.emoji}
              </DropdownMenu.Item>
            ))}
            {!all && (
              <DropdownMenu.Item
                className={s.emoji}
                aria-label={menuTexts.moreReactions}
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
          {actions.map((action) => (
            <DropdownMenu.Item
              key={action.name}
              className={cx(s.item, action.danger && s.danger)}
              onSelect={action.run}
            >
              {action.icon}
              {action.name}
            </DropdownMenu.Item>
          ))}
          <DropdownMenu.Label asChild>
            <MessageFacts message={message} me={me} />
          </DropdownMenu.Label>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

function reactionsOf(message: MessageBody, me: string, all: boolean) {
  const emojis: readonly Emoji[] = all ? allReactions() : quickReactions();
  const mine = new Set(chips(message.reactions, me).flatMap((chip) => (chip.mine ? chip.emoji : [])));
  return { emojis, mine };
}
