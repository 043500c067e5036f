// What a user is called, and how it stands now.
import { texts } from 'texts:admin/desk/users';
import { serverNow } from '@/net/serverClock';
import type { UserProfile } from '@/wire/bodies.gen';

export const nameOf = ({ name, username }: Pick<UserProfile, 'name' | 'username'>) =>
  name || (username ? `@${username}` : texts.unnamed);

/** When a ban ends that has not ended yet; null for none. */
export const banEnd = ({ chat_banned_until }: Pick<UserProfile, 'chat_banned_until'>) =>
  chat_banned_until && Date.parse(chat_banned_until) > serverNow() ? chat_banned_until : null;

export const isEnrolled = ({ face_recognition_status }: Pick<UserProfile, 'face_recognition_status'>) =>
  face_recognition_status === 'enrolled';
