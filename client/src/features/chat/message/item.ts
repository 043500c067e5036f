// An entry of the message list: a message of the room, or a send that is under way.
import type { Row } from '@/rules/chat/timeline';
import type { Pending } from '@/stores/room/outgoing';

export type RowItem = {
  key: string;
  row: Row;
  /** Hidden messages of ignored people that the entry stands for (foldIgnored.ts). */
  ignored?: readonly string[];
};
type PendingItem = { key: string; pending: Pending };
export type Item = RowItem | PendingItem;
