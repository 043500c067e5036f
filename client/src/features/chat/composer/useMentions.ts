// Completes @names while they are typed: offered from the people in the room and
// those who wrote lately, chosen by arrows and Enter or Tab, put away by Escape.
import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { everybody, mentionBefore, suggestNames } from '@/rules/chat/mentions';
import { systemName } from '@/rules/chat/timeline';
import { draft } from '@/stores/room/drafts';
import { usePresence } from '@/stores/room/presence';
import { useRoomLog } from '@/stores/roomlog/roomLog';
import { useSession } from '@/stores/session/session';

const offeredAtMost = 6;
const lookedBack = 300; // messages

interface Mentions {
  field: RefObject<HTMLTextAreaElement | null>;
  roomId: string;
  text: string;
  /** Whether the member may name everybody. */
  mayNameAll: boolean;
}

interface Open {
  from: number;
  to: number;
  names: readonly string[];
}

/** Recent authors first, then the people in the room, without oneself. */
function knownNames(mayNameAll: boolean): string[] {
  const me = useSession.getState().user?.id;
  const recent = useRoomLog
    .getState()
    .messages.slice(-lookedBack)
    .reverse()
    .filter((m) => m.user_id !== me && m.username !== systemName)
    .map((m) => m.username);
  const people = [...usePresence.getState().people.values()]
    .filter((person) => person.userId !== me && person.username !== '')
    .map((person) => person.username)
    .sort();
  return [...recent, ...people, ...(mayNameAll ? [everybody] : [])];
}

export function useMentions({ field, roomId, text, mayNameAll }: Mentions) {
  const [open, setOpen] = useState<Open | null>(null);
  const [active, setActive] = useState(0);
  const caret = useRef<number | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once the chosen name is in the field
  useLayoutEffect(() => {
    if (caret.current === null) return;
    field.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  }, [text]);

  /** The text or the caret has changed. */
  function look(now: string, at: number) {
    const typed = mentionBefore(now, at);
    const names = typed ? suggestNames(typed.name, knownNames(mayNameAll), offeredAtMost) : [];
    const done = names.length === 1 && names[0] === typed?.name;
    setActive(0);
    setOpen(typed && names.length > 0 && !done ? { from: typed.from, to: at, names } : null);
  }

  function choose(name: string) {
    if (!open) return;
    const word = `@${name} `;
    const rest = text.slice(open.to).replace(/^ /u, '');
    caret.current = open.from + word.length;
    draft(roomId, { text: text.slice(0, open.from) + word + rest });
    setOpen(null);
    field.current?.focus();
  }

  /** True when the key was for the list. */
  function onKey(event: KeyboardEvent): boolean {
    if (!open) return false;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const name = open.names[active];
    if (step !== undefined) setActive((active + step + open.names.length) % open.names.length);
    else if ((event.key === 'Enter' || event.key === 'Tab') && !event.shiftKey && name) choose(name);
    else if (event.key === 'Escape') setOpen(null);
    else return false;
    event.preventDefault();
    return true;
  }

  return { names: open?.names ?? [], active, look, choose, onKey, close: () => setOpen(null) };
}
