// A member has another name, or was erased: every place that shows it changes, in a room and
// outside. Lists that were read over HTTP are requested again.
import { usernameChanged } from '@/rules/people/username';
import { renameIgnored } from '@/stores/chat/ignored';
import { renameInActivity } from '@/stores/desk/activity';
import { forgetProfilePictures } from '@/stores/people/profilePictures';
import { followRename } from '@/stores/people/profilePopup';
import { useConnection } from '@/stores/room/connection';
import { renameReplyTo } from '@/stores/room/drafts';
import { renamePinned } from '@/stores/room/pins';
import { renamePerson } from '@/stores/room/presence';
import { showRoomNotice } from '@/stores/room/roomNotice';
import { renameMember } from '@/stores/roomlog/messageChanges';
import type { Rename } from '@/stores/roomlog/roomEvents';
import { onSessionEnd } from '@/stores/session/memberStore';
import { eraseSession, patchUser, useSession } from '@/stores/session/session';
import { markStale } from '@/stores/stale';
import { toast } from '@/stores/toast';

const askSpreadMs = 3_000; // everybody receives a rename at once; their requests are spread

let timer: ReturnType<typeof setTimeout> | undefined;

function askForNamesSoon() {
  clearTimeout(timer);
  timer = setTimeout(() => markStale('names', 'admin'), Math.random() * askSpreadMs);
}

onSessionEnd(() => clearTimeout(timer));

/**
 * Applies a rename. The member's own is shown as a notice in the open room, else as a toast; the
 * member's own erasure ends the session.
 */
export function memberRenamed(rename: Rename) {
  const { userId, oldUsername: from, newUsername: to } = rename;
  forgetProfilePictures(from, to);
  renameIgnored(rename);
  followRename(from, to);
  renameMember(rename);
  renamePinned(rename);
  renamePerson(userId, from, to);
  renameReplyTo(userId, to);
  renameInActivity(userId, to);
  if (rename.erased) setTimeout(() => markStale('roomMessages'), Math.random() * askSpreadMs);
  askForNamesSoon();
  const { user } = useSession.getState();
  if (user?.id !== userId || user.username === to) return;
  if (rename.erased) return eraseSession();
  patchUser({ username: to });
  markStale('profile');
  if (useConnection.getState().roomId !== null) showRoomNotice(usernameChanged(to), 'clear');
  else toast(usernameChanged(to), { tone: 'info' });
}
