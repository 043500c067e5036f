// The entries of the message list: the room's messages, then what is under way.
import { groupWindowMs } from '@/rules/time';
import { type Row, sameRow, timeline } from '@/rules/timeline';
import type { ChatState } from '@/stores/chat';
import type { Pending } from '@/stores/outgoing';
import type { MessageBody } from '@/wire/frames.gen';

export type Item = { key: string; row: Row } | { key: string; pending: Pending };

// The entry a message had last: an unchanged row keeps it and is not drawn again.
const lastItems = new WeakMap<MessageBody, Item & { row: Row }>();

function itemOf(row: Row): Item {
  const { message } = row;
  const last = lastItems.get(message);
  if (last && sameRow(last.row, row)) return last;
  const item = { key: message.clientMsgId ?? message.id, row };
  lastItems.set(message, item);
  return item;
}

/**
 * One entry a message, and one a pending send that the room does not show yet:
 * never both. A message of one's own keeps the key of its send, so the
 * entry stays in place when it arrives.
 */
export function itemsOf(
  { messages, unreadFrom, pageStarts }: Pick<ChatState, 'messages' | 'unreadFrom' | 'pageStarts'>,
  pending: readonly Pending[],
): Item[] {
  const shown = new Set(pending.length > 0 ? messages.map((m) => m.clientMsgId) : []);
  return [
    ...timeline(messages, unreadFrom, pageStarts).map(itemOf),
    ...pending
      .filter((item) => !shown.has(item.clientMsgId))
      .map((item) => ({ key: item.clientMsgId, pending: item })),
  ];
}

/** Whether a pending send at index goes on from one's own entry above it. */
export function goesOn(items: readonly Item[], index: number, me: string): boolean {
  const [above, item] = [items[index - 1], items[index]];
  if (!above || !item || !('pending' in item)) return false;
  if ('pending' in above) return true;
  const { message, at } = above.row;
  return message.user_id === me && item.pending.createdAt - at <= groupWindowMs;
}
