// Rooms of the list for tests, with every field of the wire.
import type { ListedRoom } from '@/wire/bodies.gen';

/** A room of the list that nobody has written in, unless given otherwise. */
export const listed = (over: Partial<ListedRoom> = {}): ListedRoom => ({
  id: 'general',
  name: over.id ?? 'general',
  display_name: 'General',
  description: '',
  is_default: true,
  access_level: 'all',
  slow_mode_seconds: 0,
  read_only: false,
  lastSeq: 0,
  lastReadSeq: 0,
  unread: 0,
  mentions: 0,
  lastMessage: null,
  onlineCount: 0,
  notifications: { level: 'all', mutedUntil: null },
  ...over,
});
