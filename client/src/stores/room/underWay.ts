// The reactions and deletions that were sent and are not shown yet. They are sent again after a
// lost connection; the server does each once.
import { texts } from 'texts:chat/rules';
import { onSessionEnd } from '@/stores/session/memberStore';
import type { AddReaction, DeleteMessage, RemoveReaction } from '@/wire/frames.gen';
import { transmit, useConnection } from './connection';
import { showRoomNotice } from './roomNotice';

type Change = AddReaction | RemoveReaction | DeleteMessage;

const underWay = new Map<string, Change>();

/** An emoji that was added and taken back is one change: the last. */
const keyOf = (messageId: string, reaction: string) => messageId + reaction;

/** Sends a change, or says that there is no connection. */
export function sendChange(change: Change) {
  if (!useConnection.getState().inRoom || !transmit(change)) showRoomNotice(texts.connectionLost);
  else underWay.set(keyOf(change.messageId, 'reaction' in change ? change.reaction : ''), change);
}

/** The room shows a reaction as the member wanted it. */
export const reactionArrived = (messageId: string, reaction: string) =>
  underWay.delete(keyOf(messageId, reaction));

/** A message was deleted: nothing more is to be changed of it. */
export function deletionArrived(messageId: string) {
  for (const [key, change] of underWay) if (change.messageId === messageId) underWay.delete(key);
}

/** The room is shown as it is now, after a join: sends what did not arrive. */
export function resendChanges() {
  for (const change of underWay.values()) transmit(change);
}

/** The server refused a change, or another room is entered. */
export const forgetChanges = () => underWay.clear();

onSessionEnd(forgetChanges);
