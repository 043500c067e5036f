// Connects the events of the stores with their listeners in the members' area. The stores do
// not know the listeners. Events of one screen are connected there: the sound of mentions in
// the chat, the changes of administrators in the back office. main.tsx connects the session
// with the calls.
import { onUnproven } from '@/net/api';
import { endPush } from '@/queries/chat/push';
import { askAgain, showBadges } from '@/queries/stale';
import { onBadges } from '@/stores/badges';
import { onSessionEnd } from '@/stores/session/memberStore';
import { followMember } from '@/stores/session/writing';
import { onStale } from '@/stores/stale';

/** Connects the stores and the queries for as long as the page lives; a second time changes nothing. */
export function wireMembers() {
  onStale(askAgain);
  onBadges(showBadges);
  onSessionEnd(endPush);
  onUnproven((failure, call) => import('@/features/secondfactor/ask').then(({ ask }) => ask(failure, call)));
  followMember();
}
