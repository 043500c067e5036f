// The entries of the message list: the room's messages, then what is under way.

import { emptyTimeline, type Row, type Timeline, timeline } from '@/rules/chat/timeline';
import { groupWindowMs } from '@/rules/time';
import type { Pending } from '@/stores/room/outgoing';
import type { RoomLogState } from '@/stores/roomlog/roomLog';
import type { MessageBody } from '@/wire/frames.gen';
import type { Item, RowItem } from '../message/item';

/**
 * The key of a message's entry. A message of one's own keeps the key of its
 * send, so the entry stays in place when it arrives. Another member's send id
 * may be a copy and is no key.
 */
export function keyOf(message: MessageBody, me: string): string {
  return message.user_id === me ? (message.clientMsgId ?? message.id) : message.id;
}

const ownLookedAt = 200; // what is pending can only be among the newest messages

type Shown = Pick<RoomLogState, 'messages' | 'pageStarts'> & {
  /** The message that the "new" line stands above. */
  unreadFrom: string | null;
  /** Of the chat store: while it stays, messages only came at the end. */
  revision?: number;
};

/**
 * One entry a message, and one a pending send that the room does not show yet:
 * never both. What is as in the call before stays the same object, and of a list
 * that only grew only the end is made anew.
 */
export function createItems(me: string) {
  let before: Timeline = emptyTimeline;
  let rowItems: readonly RowItem[] = [];
  let lastRevision: number | undefined;

  return (
    { messages, unreadFrom, pageStarts, revision }: Shown,
    pending: readonly Pending[],
  ): readonly Item[] => {
    const appended =
      revision !== undefined &&
      revision === lastRevision &&
      messages.length >= before.messages.length &&
      unreadFrom === before.unreadFrom &&
      pageStarts === before.pageStarts;
    const now = timeline(messages, unreadFrom, pageStarts, before, appended);
    rowItems = itemsOf(now.rows, before.rows, rowItems, me, appended);
    before = now;
    lastRevision = revision;
    if (pending.length === 0) return rowItems;
    const shown = new Set(messages.slice(-ownLookedAt).map((m) => keyOf(m, me)));
    return [
      ...rowItems,
      ...pending
        .filter((item) => !shown.has(item.clientMsgId))
        .map((item) => ({ key: item.clientMsgId, pending: item })),
    ];
  };
}

function itemsOf(
  rows: readonly Row[],
  before: readonly Row[],
  last: readonly RowItem[],
  me: string,
  appended: boolean,
): readonly RowItem[] {
  // The newest row of before may go on otherwise now.
  let kept = appended ? Math.max(0, before.length - 1) : 0;
  while (kept < rows.length && kept < before.length && rows[kept] === before[kept]) kept++;
  const known = new Map(last.slice(kept).map((item) => [item.row, item]));
  const next = last.slice(0, kept);
  for (const row of rows.slice(kept)) {
    next.push(known.get(row) ?? { key: keyOf(row.message, me), row });
  }
  return next;
}

/** Whether a pending send at index goes on from one's own entry above it. */
export function goesOn(items: readonly Item[], index: number, me: string): boolean {
  const [above, item] = [items[index - 1], items[index]];
  if (!above || !item || !('pending' in item)) return false;
  if ('pending' in above) return true;
  const { message, at } = above.row;
  return message.user_id === me && item.pending.createdAt - at <= groupWindowMs;
}
