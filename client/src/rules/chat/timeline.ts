// Turns a room's messages into the rows of the list: grouping, day
// separators and where the unread ones begin.

import { dayNumber, groupWindowMs } from '@/rules/time';
import type { MessageBody } from '@/wire/frames.gen';

/** The sender whose messages are a kind of their own, as the server names it in every language. */
export const systemName = 'System';

export interface Row {
  message: MessageBody;
  /** Milliseconds since the epoch of created_at. */
  at: number;
  /** Continues the row above: no name, no avatar. */
  grouped: boolean;
  /**
   * When the row below begins another day: its time; the separator stands under
   * this row. So an older page, coming above, changes no row that is shown.
   */
  nextDay: number | null;
  /** First that came while the person was away: the "new" line stands above. */
  startsUnread: boolean;
}

interface Stamp {
  at: number;
  day: number;
}

// Reading a date costs more than all the rest of a row. A changed message is
// another object and is read anew.
const stamps = new WeakMap<MessageBody, Stamp>();

function stampOf(message: MessageBody): Stamp {
  const known = stamps.get(message);
  if (known) return known;
  const at = Date.parse(message.created_at);
  const stamp = { at, day: dayNumber(at) };
  stamps.set(message, stamp);
  return stamp;
}

/** A list of messages as rows, and what they were made from. */
export interface Timeline {
  messages: readonly MessageBody[];
  unreadFrom: string | null;
  pageStarts: ReadonlySet<string>;
  rows: readonly Row[];
}

export const emptyTimeline: Timeline = { messages: [], unreadFrom: null, pageStarts: new Set(), rows: [] };

/**
 * One row a message, in the given order. unreadFrom is the first new message's
 * id; pageStarts are the messages that were the first of a page: what stood
 * above them was unknown when they were shown, so they stay ungrouped. Rows that
 * are as in `before` are the same objects, so that only others are drawn again.
 * `appended` says that the list is that of before with more at its end: then only
 * the end is looked at.
 */
export function timeline(
  messages: readonly MessageBody[],
  unreadFrom: string | null,
  pageStarts: ReadonlySet<string>,
  before: Timeline = emptyTimeline,
  appended = false,
): Timeline {
  const same = before.unreadFrom === unreadFrom && before.pageStarts === pageStarts;
  const sameStart = appended ? before.messages.length : alike(before.messages, messages);
  // The last row that is alike may go on otherwise now.
  const kept = same ? Math.max(0, sameStart - 1) : 0;
  const rows = before.rows.slice(0, kept);
  const known = new Map(before.rows.slice(kept).map((row) => [row.message, row]));

  const grouped = (above: MessageBody | undefined, message: MessageBody) =>
    above !== undefined &&
    message.id !== unreadFrom &&
    !pageStarts.has(message.id) &&
    stampOf(above).day === stampOf(message).day &&
    together(above, message);

  for (let i = kept; i < messages.length; i++) {
    const message = messages[i];
    if (!message) break;
    const below = messages[i + 1];
    const { at, day } = stampOf(message);
    const row: Row = {
      message,
      at,
      grouped: grouped(messages[i - 1], message),
      nextDay: below && stampOf(below).day !== day ? stampOf(below).at : null,
      startsUnread: message.id === unreadFrom,
    };
    const last = known.get(message);
    rows.push(last && sameRow(last, row) ? last : row);
  }
  return { messages, unreadFrom, pageStarts, rows };
}

/** How many of the first messages of both lists are the same. */
function alike(before: readonly MessageBody[], now: readonly MessageBody[]): number {
  const most = Math.min(before.length, now.length);
  let n = 0;
  while (n < most && before[n] === now[n]) n++;
  return n;
}

/** Whether two rows draw alike, so that the old one can stand for the new. */
function sameRow(a: Row, b: Row): boolean {
  return (
    a.message === b.message &&
    a.grouped === b.grouped &&
    a.nextDay === b.nextDay &&
    a.startsUnread === b.startsUnread
  );
}

/** One person's messages at most 240 s apart. */
function together(above: MessageBody, message: MessageBody): boolean {
  return (
    above.user_id === message.user_id &&
    isSystem(above) === isSystem(message) &&
    stampOf(message).at - stampOf(above).at <= groupWindowMs
  );
}

/** Whether the community itself speaks; no member can take this name. */
export function isSystem(message: MessageBody): boolean {
  return message.username === systemName;
}
