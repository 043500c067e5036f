// Turns a room's messages into the rows of the list: grouping, day
// separators and the "new" line.
import type { MessageBody } from '@/wire/frames.gen';
import { groupWindowMs, sameDay } from './time';

/** The sender whose messages are a kind of their own. */
export const systemName = 'System';

export interface Row {
  message: MessageBody;
  /** Milliseconds since the epoch of created_at. */
  at: number;
  /** Continues the row above: no name, no avatar. */
  grouped: boolean;
  /** The row below continues this one. */
  continued: boolean;
  /**
   * When the row below begins another day: its time; the separator stands under
   * this row. So an older page, coming above, changes no row that is shown.
   */
  nextDay: number | null;
  /** First that came while the person was away: the "new" line stands above. */
  startsUnread: boolean;
}

/**
 * One row a message, in the given order. unreadFrom is the first new message's id;
 * heads are the messages that were the first of a page: what stood above them
 * was unknown when they were shown, so they stay ungrouped.
 */
export function timeline(
  messages: readonly MessageBody[],
  unreadFrom: string | null,
  heads: ReadonlySet<string>,
): Row[] {
  const rows: Row[] = [];
  let above: Row | undefined;
  for (const message of messages) {
    const at = Date.parse(message.created_at);
    const startsDay = above !== undefined && !sameDay(above.at, at);
    const startsUnread = message.id === unreadFrom;
    const free = !startsDay && !startsUnread && !heads.has(message.id);
    const grouped = free && above !== undefined && together(above, message, at);
    const row: Row = { message, at, grouped, continued: false, nextDay: null, startsUnread };
    if (above && startsDay) above.nextDay = at;
    if (above && grouped) above.continued = true;
    rows.push(row);
    above = row;
  }
  return rows;
}

/** Whether two rows draw alike, so that the old one can stand for the new. */
export function sameRow(a: Row, b: Row): boolean {
  return (
    a.message === b.message &&
    a.grouped === b.grouped &&
    a.continued === b.continued &&
    a.nextDay === b.nextDay &&
    a.startsUnread === b.startsUnread
  );
}

/** One person's messages at most 240 s apart. */
function together(above: Row, message: MessageBody, at: number): boolean {
  return (
    above.message.user_id === message.user_id &&
    isSystem(above.message) === isSystem(message) &&
    at - above.at <= groupWindowMs
  );
}

/** Whether the community itself speaks; no member can take this name. */
export function isSystem(message: MessageBody): boolean {
  return message.username === systemName;
}
