// What is known of a member who is on screen.
import { useEffect } from 'react';
import { systemName } from '@/rules/chat/timeline';
import { profilePictureOf, requestProfilePicture, useProfilePictures } from '@/stores/people/profilePictures';

/** The member's picture and marks; asked for when the name comes on screen. */
export function useMember(username: string) {
  const profile = useProfilePictures(profilePictureOf(username));
  const unknown = profile === undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a dropped picture is requested again
  useEffect(() => {
    if (username !== systemName) requestProfilePicture(username);
  }, [username, unknown]);
  return profile ?? null;
}
