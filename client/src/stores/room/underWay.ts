// The reactions and deletions that were sent and are not shown yet. They are stored for this tab
// and this member, and sent again after a lost connection, a reload or a visit to another room;
// the server does each once.
import { texts } from 'texts:chat/rules';
import { newId } from '@/net/newId';
import { useRoomLog } from '@/stores/roomlog/roomLog';
import { useSession } from '@/stores/session/session';
import { tabList } from '@/stores/session/tabList';
import { wordsUnder } from '@/stores/session/writing';
import type { AddReaction, DeleteMessage, RemoveReaction } from '@/wire/frames.gen';
import { transmit, useConnection } from './connection';
import { showRoomNotice } from './roomNotice';

type Change = AddReaction | RemoveReaction | DeleteMessage;

const { read, store, forget } = tabList<Change>(wordsUnder.changes);

/** An emoji that was added and taken back is one change: the last. */
const emojiOf = (change: Change) => ('reaction' in change ? change.reaction : '');

/** Sends a change, or says that there is no connection. */
export function sendChange(wanted: Change) {
  const change = { ...wanted, requestId: newId() };
  if (!useConnection.getState().inRoom || !transmit(change)) {
    showRoomNotice(texts.connectionLost);
    return;
  }
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
  const { messages } = useRoomLog.getState();
  const me = useSession.getState().user?.id;
  forget((change) => {
    if (change.roomId !== roomId) return false;
    const shown = messages.findLast(({ id }) => id === change.messageId);
    // One of a message that is not loaded would never be seen to arrive: it is sent a last time.
    if (!shown) return transmit(change);
    const is = shown.reactions.some((r) => r.user_id === me && r.reaction === emojiOf(change));
    if (shown.deleted_at || ('reaction' in change && is === (change.type === 'add_reaction'))) return true;
    transmit(change);
    return false;
  });
}

/** The server refused a change, or one of which it does not say the id. */
export const forgetChanges = (requestId: string | undefined) =>
  forget((change) => requestId === undefined || change.requestId === requestId);
