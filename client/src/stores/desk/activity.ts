// The feed of activity that an administrator watches. Items come over the socket, and the
// polling call fills in what the socket missed. The feed keeps the newest 50.
import { serverNow } from '@/net/serverClock';
import { createMemberStore } from '@/stores/session/memberStore';
import type { RecentMessage } from '@/wire/bodies.gen';
import type { Activity, ActivityBody, ActivityPerson, WatchActivity } from '@/wire/frames.gen';

export type ActivityFilter = Omit<WatchActivity, 'type'>;

/** One line of the feed: an activity item. */
export interface ActivityItem extends ActivityBody {
  /** The same for the same event, from the socket and from the polling call. */
  key: string;
  /** The beginning of a message, once the polling call has brought it. */
  text?: string;
  roomName?: string;
  /** How many events were left out here; the line is about nothing else. */
  leftOut?: number;
}

interface ActivityState {
  /** What is watched; null while nobody looks. */
  filter: ActivityFilter | null;
  /** The server has confirmed that it sends activity to this socket. */
  live: boolean;
  paused: boolean;
  /** Newest first. */
  items: readonly ActivityItem[];
  /** Items that came while the feed was paused, newest first. */
  pausedItems: readonly ActivityItem[];
  /** How many events came while it was paused, those left out included. */
  pausedCount: number;
}

export const feedLength = 50;
const nothing: ActivityState = {
  filter: null,
  live: false,
  paused: false,
  items: [],
  pausedItems: [],
  pausedCount: 0,
};

export const useActivity = createMemberStore<ActivityState>(() => nothing);

/** Begins to watch, or watches by another filter; the feed begins anew. */
export function watchActivity(filter: ActivityFilter) {
  useActivity.setState(({ paused }) => ({ ...nothing, filter, paused }));
}

export function unwatchActivity() {
  useActivity.setState(nothing, true);
}

/** The server sends activity from now on, or no longer. */
export function setActivityLive(live: boolean) {
  if (useActivity.getState().live !== live) useActivity.setState({ live });
}

/** Pauses the feed, or resumes it and adds the paused items. */
export function pauseActivity(paused: boolean) {
  useActivity.setState(({ items, pausedItems }) =>
    paused ? { paused } : { paused, items: merged(items, pausedItems), pausedItems: [], pausedCount: 0 },
  );
}

export function onActivity({ type: _, ...one }: Activity) {
  if (one.kind === 'message_deleted') dropTexts(({ id }) => id === one.detail.messageId);
  add([{ ...one, key: keyOf(one) }], 1);
}

export function onActivityLeftOut(count: number) {
  const at = new Date(serverNow()).toISOString();
  const actor = { id: '', username: '' };
  add([{ key: `left:${++received}`, at, kind: 'left_out', actor, detail: {}, leftOut: count }], count);
}

/** The polling call has answered: its new items are added to the feed. */
export function onActivityPolled(messages: readonly RecentMessage[], stored: readonly ActivityBody[]) {
  const { filter, paused, items: shown } = useActivity.getState();
  if (!filter || (paused && shown.length > 0)) return;
  // The call brings the newest that stand: what is not among them was deleted.
  const standing = new Set(messages.map(({ id }) => id));
  const oldest = messages.length < feedLength ? undefined : messages.at(-1)?.created_at;
  const since = oldest === undefined ? 0 : Date.parse(oldest);
  dropTexts(({ key, at }) => !standing.has(key) && Date.parse(at) >= since);
  const all = [...messages.map(ofMessage), ...stored.map((one) => ({ ...one, key: keyOf(one) }))];
  useActivity.setState(({ items }) => ({
    items: merged(
      items,
      all.filter((one) => selects(filter, one)),
    ),
  }));
}

/** A member has another name. */
export function renameInActivity(userId: string, username: string) {
  const named = (person: ActivityPerson) => (person.id === userId ? { id: userId, username } : person);
  const renamed = (item: ActivityItem): ActivityItem => {
    const { actor, detail } = item;
    const member = detail.member && { member: named(detail.member) };
    return { ...item, actor: named(actor), detail: { ...detail, ...member } };
  };
  useActivity.setState(({ items, pausedItems }) => ({
    items: items.map(renamed),
    pausedItems: pausedItems.map(renamed),
  }));
}

/** Of a message that was deleted nothing is shown of what it said. */
function dropTexts(deleted: (item: ActivityItem) => boolean) {
  useActivity.setState(({ items }) => ({
    items: items.map((item) => (item.text !== undefined && deleted(item) ? { ...item, text: '' } : item)),
  }));
}

let received = 0;
const keyOf = ({ id }: ActivityBody) => id ?? `received:${++received}`;

const ofMessage = (m: RecentMessage): ActivityItem => ({
  key: m.id,
  id: m.id,
  at: m.created_at,
  kind: 'message',
  actor: { id: m.user_id, username: m.username },
  roomId: m.room_id,
  roomName: m.chat_rooms.display_name,
  text: m.message,
  detail: { messageId: m.id, messageType: m.message_type },
});

function add(fresh: readonly ActivityItem[], count: number) {
  useActivity.setState(({ filter, paused, items, pausedItems, pausedCount }) => {
    if (!filter) return {};
    if (paused) return { pausedItems: merged(pausedItems, fresh), pausedCount: pausedCount + count };
    return { items: merged(items, fresh) };
  });
}

/** Merges two lists: no doubles, newest first, the newest 50. An event in both keeps the fields of both. */
export function merged(
  known: readonly ActivityItem[],
  fresh: readonly ActivityItem[],
): readonly ActivityItem[] {
  const byKey = new Map(known.map((one) => [one.key, one]));
  let last = known[0];
  for (const one of fresh) {
    if (one.leftOut && last?.leftOut && last === known[0]) {
      byKey.delete(last.key);
      byKey.set(one.key, { ...one, leftOut: last.leftOut + one.leftOut });
    } else {
      const before = byKey.get(one.key);
      byKey.set(one.key, before ? { ...before, ...one } : one);
    }
    last = one;
  }
  return [...byKey.values()].sort((a, b) => Date.parse(b.at) - Date.parse(a.at)).slice(0, feedLength);
}

/** Whether a filter selects an event, as the server does it. */
export function selects({ kinds, userId, roomId }: ActivityFilter, one: ActivityBody): boolean {
  if (roomId && one.roomId !== roomId) return false;
  if (userId && one.actor.id !== userId && one.detail.member?.id !== userId) return false;
  return !kinds || kinds.length === 0 || kinds.includes(one.kind);
}
