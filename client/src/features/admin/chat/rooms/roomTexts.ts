// The sentences of the rooms' administration.
import { formatCount } from '@/rules/format';

export const texts = {
  roomsLoading: 'Loading chat rooms',
  roomsFailed: 'Failed to load chat rooms',
  noDescription: 'No description',
  openRoom: 'Open to everybody',
  closedRoom: 'By access only',
  openToAll: 'Everybody may enter this room. It has no access list and cannot be deleted.',

  roomAudit: 'Audit log of this room',

  createTitle: 'Create New Chat Room',
  createText: 'Nobody but administrators may enter it until you grant access.',
  created: 'Room created successfully',
  createFailed: 'Failed to create room',

  settingsSaved: 'Room saved',
  settingsFailed: 'Failed to save the room',
  slowModeHint: 'How long a member waits between two messages. Moderators do not.',
  readOnly: 'Read-only: only moderators and administrators write',
  slowMode: (words: string) => `Slow mode ${words}`,

  deleteTitle: (name: string) => `Delete ${name}?`,
  deleteText: (members: number, messages: number) =>
    `${formatCount(messages, 'message')} and the access of ${formatCount(members, 'member')} go with it. This cannot be undone.`,
  deleted: 'Room deleted successfully',
  deleteFailed: 'Failed to delete room',

  accessLoading: 'Loading room access',
  accessFailed: 'Failed to load room access',
  accessEmpty: 'Nobody has access yet',
  accessEmptyText: 'Administrators may always enter.',
  accessNone: 'No entries',
  accessEmptyOpen: 'Everybody may enter this room. Grant access to make moderators.',
  unnamed: 'No e-mail address',

  grantTitle: 'Grant Room Access',
  granted: 'Access granted successfully',
  grantFailed: 'Failed to grant access',
  revoked: 'Access revoked successfully',
  revokeFailed: 'Failed to revoke access',
} as const;
