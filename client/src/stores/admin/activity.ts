// What happens in the community, as an administrator watches it: the socket tells it,
// and the polling call fills in what it missed. The feed keeps the newest 50.
import { serverNow } from '@/net/serverClock';
import { createMemberStore } from '@/stores/session/memberStore';
import type { RecentMessage } from '@/wire/bodies.gen';
import type { Activity, ActivityBody, WatchActivity } from '@/wire/frames.gen';

export type ActivityFilter = Omit<WatchActivity, 'type'>;

/** One line of the feed. */
export interface Happening extends ActivityBody {
  /** The same for the same event, wherever it was heard of. */
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
  /** The server has said that it tells what happens. */
  live: boolean;
  paused: boolean;
  /** Newest first. */
  items: readonly Happening[];
  /** What came while the feed was paused, newest first. */
  held: readonly Happening[];
  /** How much that was. */
  heldCount: number;
}

export const feedLength = 50;
const nothing: ActivityState = {
  filter: null,
  live: false,
  paused: false,
  items: [],
  held: [],
  heldCount: 0,
};

export const useActivity = createMemberStore<ActivityState>(() => nothing);

/** Begins to watch, or watches by another filter; the feed begins anew. */
export function watchActivity(filter: ActivityFilter) {
  useActivity.setState(({ paused }) => ({ ...nothing, filter, paused }));
}

export function unwatchActivity() {
  useActivity.setState(nothing, true);
}

/** The server tells what happens from now on, or does so no longer. */
export function activityLive(live: boolean) {
  if (useActivity.getState().live !== live) useActivity.setState({ live });
}

/** Holds the feed still, or lets what was held into it. */
export function pauseActivity(paused: boolean) {
  useActivity.setState(({ items, held }) =>
    paused ? { paused } : { paused, items: merged(items, held), held: [], heldCount: 0 },
  );
}

export function onActivity({ type: _, ...one }: Activity) {
  take([{ ...one, key: keyOf(one) }], 1);
}

export function activityLeftOut(count: number) {
  const at = new Date(serverNow()).toISOString();
  const actor = { id: '', username: '' };
  take([{ key: `left:${++received}`, at, kind: 'left_out', actor, detail: {}, leftOut: count }], count);
}

/** What the polling call answered: what is new of it comes into the feed. */
export function activityPolled(messages: readonly RecentMessage[], stored: readonly ActivityBody[]) {
  const { filter, paused, items: shown } = useActivity.getState();
  if (!filter || (paused && shown.length > 0)) return;
  const all = [...messages.map(ofMessage), ...stored.map((one) => ({ ...one, key: keyOf(one) }))];
  useActivity.setState(({ items }) => ({
    items: merged(
      items,
      all.filter((one) => selects(filter, one)),
    ),
  }));
}

let received = 0;
const keyOf = ({ id }: ActivityBody) => id ?? `received:${++received}`;

const ofMessage = (m: RecentMessage): Happening => ({
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

function take(fresh: readonly Happening[], count: number) {
  useActivity.setState(({ filter, paused, items, held, heldCount }) => {
    if (!filter) return {};
    if (paused) return { held: merged(held, fresh), heldCount: heldCount + count };
    return { items: merged(items, fresh) };
  });
}

/** Both lists as one: no doubles, newest first, the newest 50. What is known of an event twice stays. */
export function merged(known: readonly Happening[], fresh: readonly Happening[]): readonly Happening[] {
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
