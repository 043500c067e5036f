// The caller: profile, standing in chat, open sessions.
import { queryOptions } from '@tanstack/react-query';
import { api } from '@/net/api';
import { changePicture } from '@/stores/profiles';
import { patchUser, useSession } from '@/stores/session';
import type {
  ChangeBio,
  ChangeProfile,
  OwnProfile,
  PictureUploaded,
  Profile,
  Sessions,
  SetUsername,
  UsernameEligibility,
  UsernameSet,
  UserStatus,
} from '@/wire/bodies.gen';
import { queryClient } from './client';
import { publicProfileQuery } from './profiles';

/** The member's own profile; goes on from what the session lookup brought. */
export const profileQuery = queryOptions({
  queryKey: ['me', 'profile'],
  queryFn: async ({ signal }) => (await api.get<Profile>('/profile/me', { signal })).profile,
  initialData: () => useSession.getState().profile ?? undefined,
});

/** How the caller stands: has a username, is banned, is an administrator. */
export const standingQuery = queryOptions({
  queryKey: ['me', 'standing'],
  queryFn: ({ signal }) => api.get<UserStatus>('/chat/user-status', { signal }),
  staleTime: 0,
});

/** The browsers the caller is signed in with. */
export const sessionsQuery = queryOptions({
  queryKey: ['me', 'sessions'],
  queryFn: async ({ signal }) => (await api.get<Sessions>('/auth/sessions', { signal })).sessions,
  staleTime: 0,
});

/** When the caller may change the chat username. */
export const usernameEligibilityQuery = queryOptions({
  queryKey: ['me', 'username-eligibility'],
  queryFn: ({ signal }) => api.get<UsernameEligibility>('/profile/username-change-eligibility', { signal }),
  staleTime: 0,
});

/** Changes what the member shows of itself; the pages follow. */
export async function changeProfile(change: ChangeProfile): Promise<OwnProfile> {
  return keepProfile((await api.patch<Profile>('/profile/me', change)).profile);
}

export async function changeBio(bio: string): Promise<OwnProfile> {
  return keepProfile((await api.patch<Profile>('/profile/bio', { bio } satisfies ChangeBio)).profile);
}

/** Makes a picture the member's own. */
export async function uploadPicture(file: Blob, onProgress?: (share: number) => void) {
  const form = new FormData();
  form.append('picture', file, 'picture.jpg');
  const { profilePictureUrl, thumbnailUrl } = await api.upload<PictureUploaded>('/profile/picture', form, {
    onProgress,
  });
  showPicture(profilePictureUrl, thumbnailUrl);
}

export async function removePicture() {
  await api.delete('/profile/picture');
  showPicture(null, null);
}

/** Takes another username; every open screen of the member follows. */
export async function changeUsername(wanted: string): Promise<string> {
  const body: SetUsername = { username: wanted };
  const { username } = await api.post<UsernameSet>('/profile/change-username', body);
  patchUser({ username });
  await queryClient.invalidateQueries({ queryKey: ['me'] });
  return username;
}

function keepProfile(profile: OwnProfile): OwnProfile {
  queryClient.setQueryData(profileQuery.queryKey, profile);
  if (profile.username) void queryClient.invalidateQueries(publicProfileQuery(profile.username));
  return profile;
}

function showPicture(picture: string | null, thumbnail: string | null) {
  const known = queryClient.getQueryData(profileQuery.queryKey);
  if (!known) return;
  const links = {
    profile_picture_url: picture,
    profile_picture_thumbnail_url: thumbnail,
    image_url: picture,
  };
  keepProfile({ ...known, ...links });
  if (known.username) changePicture(known.username, picture, thumbnail);
}
