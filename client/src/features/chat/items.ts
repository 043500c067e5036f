// The entries of the message list: the room's messages, then what is under way.
import { type Row, timeline } from '@/rules/timeline';
import type { Pending } from '@/stores/outgoing';
import type { MessageBody } from '@/wire/frames.gen';

export type Item = { key: string; row: Row } | { key: string; pending: Pending };

/**
 * One entry a message, and one a pending send that the room does not show yet:
 * never both (CHAT-7). A message of one's own keeps the key of its send, so the
 * entry stays in place when it arrives.
 */
export function itemsOf(
  messages: readonly MessageBody[],
  pending: readonly Pending[],
  newFrom: string | null,
): Item[] {
  const shown = new Set(messages.map((m) => m.clientMsgId));
  return [
    ...timeline(messages, newFrom).map((row) => ({ key: row.message.clientMsgId ?? row.message.id, row })),
    ...pending
      .filter((item) => !shown.has(item.clientMsgId))
      .map((item) => ({ key: item.clientMsgId, pending: item })),
  ];
}
