// The reactions and deletions that were sent and are not shown yet. They are stored for this tab
// and this member, and sent again after a lost connection, a reload or a visit to another room;
// the server does each once. What came too fast goes again after the server's pause.
import { texts } from 'texts:chat/rules';
import { newId } from '@/net/newId';
import { useRoomLog } from '@/stores/roomlog/roomLog';
import { onSessionEnd } from '@/stores/session/memberStore';
import { useSession } from '@/stores/session/session';
import { tabList } from '@/stores/session/tabList';
import { wordsUnder } from '@/stores/session/writing';
import type { AddReaction, DeleteMessage, RemoveReaction } from '@/wire/frames.gen';
import { transmit, useConnection } from './connection';
import { showRoomNotice } from './roomNotice';

type Change = AddReaction | RemoveReaction | DeleteMessage;

const { read, store, forget } = tabList<Change>(wordsUnder.changes);

const pauseMs = 1_000;

/** The request ids of those that the server refused as too fast. */
const tooFast = new Set<string>();
/** The request ids of those that were sent a last time. */
const last = new Set<string>();
let pause: ReturnType<typeof setTimeout> | undefined;

/** An emoji that was added and taken back is one change: the last. */
const emojiOf = (change: Change) => ('reaction' in change ? change.reaction : '');

/** Sends a change, behind those that wait out a pause, or says that there is no connection. */
export function sendChange(wanted: Change) {
  const change = { ...wanted, requestId: newId() };
  const waits = pause !== undefined;
  if (!useConnection.getState().inRoom || (!waits && !transmit(change))) {
    showRoomNotice(texts.connectionLost);
    return;
  }
  if (waits) tooFast.add(change.requestId);
  const emoji = emojiOf(change);
  forget((before) => before.messageId === change.messageId && emojiOf(before) === emoji);
  store([...read(), change]);
}

/** The room shows a reaction, or no longer: one taken back since is still under way. */
export const reactionArrived = (messageId: string, reaction: string, added: boolean) =>
  forget(
    (change) =>
      change.messageId === messageId &&
      emojiOf(change) === reaction &&
      (change.type === 'add_reaction') === added,
  );

/** A message was deleted: nothing more is to be changed of it. */
export const deletionArrived = (messageId: string) => forget((change) => change.messageId === messageId);

/** The room is shown as it is now, after a join: sends what did not arrive. */
export function resendChanges(roomId: string) {
  const waits = new Set(tooFast);
  endPause();
  const { messages } = useRoomLog.getState();
  const me = useSession.getState().user?.id;
  forget((change) => {
    if (change.roomId !== roomId) return false;
    const shown = messages.findLast(({ id }) => id === change.messageId);
    // One of a message that is not loaded would never be seen to arrive: it is sent a last time,
    // and forgotten at the next join, by when the server has refused what came too fast.
    if (!shown) {
      const { requestId = '' } = change;
      if (last.has(requestId) && !waits.has(requestId)) return last.delete(requestId);
      if (transmit(change)) last.add(requestId);
      return false;
    }
    const is = shown.reactions.some((r) => r.user_id === me && r.reaction === emojiOf(change));
    if (shown.deleted_at || ('reaction' in change && is === (change.type === 'add_reaction'))) return true;
    transmit(change);
    return false;
  });
}

/**
 * The server wants a pause before this change, or before all of them where it names none. They go
 * one after the other then: a crowd of them would be refused again, and too many refusals are
 * abuse.
 */
export function changesTooFast(requestId: string | undefined, retryAfterMs = 0) {
  for (const { requestId: id } of read()) if (id && (requestId ?? id) === id) tooFast.add(id);
  if (tooFast.size === 0) return;
  clearTimeout(pause);
  pause = setTimeout(sendNextChange, Math.max(pauseMs, retryAfterMs));
}

function sendNextChange() {
  const { inRoom, roomId } = useConnection.getState();
  // Those of a room that was left go when it is entered again.
  const next = read().find((change) => change.roomId === roomId && tooFast.has(change.requestId ?? ''));
  if (!next?.requestId || !inRoom || !transmit(next)) {
    endPause();
    return;
  }
  tooFast.delete(next.requestId);
  pause = setTimeout(sendNextChange, pauseMs);
}

function endPause() {
  clearTimeout(pause);
  pause = undefined;
  tooFast.clear();
}

/** The server refused a change, or one of which it does not say the id. */
export const forgetChanges = (requestId: string | undefined) =>
  forget((change) => requestId === undefined || change.requestId === requestId);

onSessionEnd(() => {
  endPause();
  last.clear();
});
