// Requests pages of a room's history over HTTP and passes them to stores/roomlog/historyPages.ts.
import { ApiError, api } from '@/net/api';
import {
  endReread,
  replaceOnPage,
  showAround,
  showFirstPage,
  showOlderPage,
} from '@/stores/roomlog/historyPages';
import { historyPage, useRoomLog } from '@/stores/roomlog/roomLog';
import { onSessionEnd } from '@/stores/session/memberStore';
import { onStale } from '@/stores/stale';
import type { Messages } from '@/wire/bodies.gen';
import { returnToNewest } from './connection';
import { loadPins } from './pins';

/** The 50 messages before one, or the newest 50. */
export function pageBefore(roomId: string, before?: string) {
  const query = new URLSearchParams({ limit: String(historyPage) });
  if (before) query.set('before', before);
  const path = `/chat/room/${encodeURIComponent(roomId)}/messages?${query}`;
  return api.get<Messages>(path);
}

const current = (roomId: string) => useRoomLog.getState().roomId === roomId;

/**
 * The newest 50 messages. This answer or the socket's message_history fills the list,
 * whichever comes first; a failure counts only when neither has come.
 */
export async function loadLatest() {
  const { roomId } = useRoomLog.getState();
  if (!roomId) return;
  if (useRoomLog.getState().history === 'failed') useRoomLog.setState({ history: 'loading' });
  try {
    const page = await pageBefore(roomId);
    if (current(roomId)) showFirstPage(page);
  } catch {
    if (current(roomId) && useRoomLog.getState().history === 'loading')
      useRoomLog.setState({ history: 'failed' });
  }
}

/**
 * Requests the newest page again: for a moderator, as the history over the socket is the same for
 * everybody, without flags, and after an erasure, which changes messages without events.
 */
export async function reloadNewest() {
  const { roomId } = useRoomLog.getState();
  if (!roomId) return;
  try {
    const page = await pageBefore(roomId);
    if (current(roomId)) replaceOnPage(page);
  } catch {
    // What it would have changed is shown when the history is read again.
  }
}

onStale((what) => {
  if (what !== 'roomMessages') return;
  void reloadNewest();
  const { roomId } = useRoomLog.getState();
  if (roomId) void loadPins(roomId);
});

let olderUnderWay: { roomId: string; done: Promise<void> } | null = null;

/**
 * Loads the 50 messages before the list. There is one call at a time; all callers await it.
 * The messages are shown after `untilListRests`, which waits until nothing moves the list.
 */
export function loadOlder(untilListRests: () => Promise<void> = () => Promise.resolve()): Promise<void> {
  const { roomId, messages, history, more, older } = useRoomLog.getState();
  const first = messages[0];
  if (older === 'loading' && olderUnderWay?.roomId === roomId) return olderUnderWay.done;
  if (!roomId || !first || history !== 'ready' || !more) return Promise.resolve();
  const done = askOlder(roomId, first.id, untilListRests);
  olderUnderWay = { roomId, done };
  return done;
}

async function askOlder(roomId: string, firstId: string, untilListRests: () => Promise<void>) {
  useRoomLog.setState({ older: 'loading' });
  try {
    const page = await pageBefore(roomId, firstId);
    await untilListRests();
    // The list was started anew meanwhile: this page has no place in it.
    if (!current(roomId) || useRoomLog.getState().older !== 'loading') return;
    if (useRoomLog.getState().messages[0]?.id !== firstId) useRoomLog.setState({ older: 'idle' });
    else showOlderPage(page);
  } catch {
    if (current(roomId) && useRoomLog.getState().older === 'loading')
      useRoomLog.setState({ older: 'failed' });
  }
}

/** About as many messages before one as after it, and itself: an id, or the first from a number on. */
function pageAround(roomId: string, place: string) {
  const query = new URLSearchParams({ around: place, limit: String(historyPage) });
  const path = `/chat/room/${encodeURIComponent(roomId)}/messages?${query}`;
  return api.get<Messages>(path);
}

const nearEvents = 250; // a message so few events above the list is reached by loading the pages between
const nearPages = 6;

/**
 * Brings a message into the list, with its neighbours: an id, or the first from a number on.
 * missing: it is deleted or of another room. failed: the request failed. left: the member has
 * left the room.
 */
export async function loadMessage(place: string): Promise<'found' | 'missing' | 'failed' | 'left'> {
  const { roomId } = useRoomLog.getState();
  if (!roomId) return 'left';
  const loaded = () => {
    const { messages } = useRoomLog.getState();
    return messages.some((m) => m.id === place) || Number(messages[0]?.seq) < Number(place);
  };
  if (loaded()) return 'found';
  try {
    const page = await pageAround(roomId, place);
    if (!current(roomId)) return 'left';
    const above = (useRoomLog.getState().messages[0]?.seq ?? 0) - (page.messages.at(-1)?.seq ?? 0);
    for (let n = 0; above > 0 && above <= nearEvents && n < nearPages && !loaded(); n++) await loadOlder();
    if (!current(roomId)) return 'left';
    if (!loaded()) showAround(page, place);
    return loaded() ? 'found' : 'missing';
  } catch (error) {
    if (!current(roomId)) return 'left';
    return error instanceof ApiError && error.status === 404 ? 'missing' : 'failed';
  }
}

const fewNewer = 10;
let newerUnderWay = false;

/** The list ends before the newest message: loads what follows, and returns to the newest when it is near. */
export async function loadNewer() {
  const { roomId, messages, newerCut, history } = useRoomLog.getState();
  const last = messages.at(-1);
  if (!roomId || !last || !newerCut || history !== 'ready' || newerUnderWay) return;
  newerUnderWay = true;
  try {
    const page = await pageAround(roomId, last.id);
    // The newest came meanwhile: this page would have the list go back.
    if (!current(roomId) || !useRoomLog.getState().newerCut) return;
    showAround(page);
    if (page.messages.filter((m) => m.seq > last.seq).length < fewNewer) returnToNewest();
  } catch {
    // The next scroll asks again; the button leads to the newest.
  } finally {
    newerUnderWay = false;
  }
}

/**
 * Requests again the messages above the newest page that were retained when the history
 * came anew: no event reports a deletion before the join. Messages that cannot be requested
 * are dropped; they can be loaded again.
 */
export async function rereadOlder(newestPageStart: string) {
  const { roomId, messages } = useRoomLog.getState();
  const oldest = messages[0]?.seq ?? 0;
  const rereading = () => useRoomLog.getState().rereading;
  let before = newestPageStart;
  let reached = messages.find((m) => m.id === newestPageStart)?.seq ?? 0;
  while (roomId && reached > oldest) {
    try {
      const page = await pageBefore(roomId, before);
      if (!current(roomId) || !rereading()) return;
      replaceOnPage(page);
      const first = page.messages[0];
      if (!first) break;
      before = first.id;
      reached = first.seq;
    } catch {
      if (current(roomId) && rereading()) endReread(reached);
      return;
    }
  }
  endReread();
}

onSessionEnd(() => {
  olderUnderWay = null;
  newerUnderWay = false;
});
