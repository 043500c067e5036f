// Whose public profile is open over the screen.
import { createMemberStore } from '@/stores/session/memberStore';

export const useProfilePopup = createMemberStore<{ username: string | null }>(() => ({ username: null }));

/** Opens the public profile of a member, from any name or picture. */
export function openProfile(username: string) {
  useProfilePopup.setState({ username });
}

export function closeProfile() {
  useProfilePopup.setState({ username: null });
}

/** The member whose profile is open has another name; a first one follows none. */
export function followRename(from: string, to: string) {
  const { username } = useProfilePopup.getState();
  if (from !== '' && username?.toLowerCase() === from.toLowerCase()) openProfile(to);
}
