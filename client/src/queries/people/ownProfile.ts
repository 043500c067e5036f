// Changes of the caller's own profile; what is shown of it follows.
import { api } from '@/net/api';
import type { UploadOptions } from '@/net/upload';
import { queryClient } from '@/queries/client';
import { showOwnPicture } from '@/stores/people/profilePictures';
import type { ChangeBio, ChangeProfile, OwnProfile, PictureUploaded, Profile } from '@/wire/bodies.gen';
import { profileQuery } from './me';
import { publicProfileQuery } from './publicProfiles';

/** Changes what the member shows of itself; the pages follow. */
export async function changeProfile(change: ChangeProfile): Promise<OwnProfile> {
  return cacheProfile((await api.patch<Profile>('/profile/me', change)).profile);
}

export async function changeBio(bio: string): Promise<OwnProfile> {
  return cacheProfile((await api.patch<Profile>('/profile/bio', { bio } satisfies ChangeBio)).profile);
}

/** Makes a picture the member's own. */
export async function uploadPicture(file: Blob, options?: UploadOptions) {
  const form = new FormData();
  form.append('picture', file, 'picture.jpg');
  const made = await api.upload<PictureUploaded>('/profile/picture', form, options);
  const { profilePictureUrl, thumbnailUrl } = made;
  showPicture(profilePictureUrl, thumbnailUrl);
}

export async function removePicture() {
  await api.delete('/profile/picture');
  showPicture(null, null);
}

function cacheProfile(profile: OwnProfile): OwnProfile {
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
  cacheProfile({ ...known, ...links });
  if (known.username) showOwnPicture(known.username, links);
}
