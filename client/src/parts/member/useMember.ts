// What is known of a member who is on screen.
import { useEffect } from 'react';
import { systemName } from '@/rules/timeline';
import { profileOf, useProfiles, wantProfile } from '@/stores/members/profiles';

/** The member's picture and marks; asked for when the name comes on screen. */
export function useMember(username: string) {
  const profile = useProfiles(profileOf(username));
  const unknown = profile === undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was forgotten is asked for again
  useEffect(() => {
    if (username !== systemName) wantProfile(username);
  }, [username, unknown]);
  return profile ?? null;
}
