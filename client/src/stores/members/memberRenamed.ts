// A member has another name: every place that shows it changes, in a room and outside.
import { usernameChanged } from '@/rules/username';
import { renameMember } from '@/stores/room/chatChanges';
import { useConnection } from '@/stores/room/connection';
import { renamePinned } from '@/stores/room/pins';
import { renamePerson } from '@/stores/room/presence';
import type { Rename } from '@/stores/room/roomEvents';
import { showRoomNotice } from '@/stores/room/roomNotice';
import { patchUser, useSession } from '@/stores/session/session';
import { markStale } from '@/stores/stale';
import { toast } from '@/stores/toast';
import { renameIgnored } from './ignored';
import { forgetProfilePictures } from './profilePictures';
import { followRename } from './profilePopup';

/** Applies a rename; one's own is said, in the room where one is open. */
export function memberRenamed(rename: Rename) {
  const { userId, oldUsername: from, newUsername: to } = rename;
  forgetProfilePictures(from, to);
  renameIgnored(rename);
  followRename(from, to);
  renameMember(rename);
  renamePinned(rename);
  renamePerson(userId, from, to);
  const { user } = useSession.getState();
  if (user?.id !== userId || user.username === to) return;
  patchUser({ username: to });
  markStale('profile');
  if (useConnection.getState().roomId !== null) showRoomNotice(usernameChanged(to), 'clear');
  else toast(usernameChanged(to), { tone: 'info' });
}
