// What administrators change about one user. The answer of each change is put
// into what is shown, so that the profile is not looked at again for it.
import { api } from '@/net/api';
import { queryClient } from '@/queries/client';
import {
  ownChangeShown,
  userAccessQuery,
  userActivityQuery,
  userPath,
  userProfileQuery,
  userSessionsQuery,
  usersKey,
} from '@/queries/desk/users';
import type {
  AccessChanged,
  AdjustPoints,
  ChangeChatAccess,
  FaceAttemptsReset,
  FaceEnrollmentRemoved,
  MemberPoints,
  RoomRole,
  SessionsEnded,
  UserChanged,
  UserProfile,
  UserProfileReply,
} from '@/wire/bodies.gen';

function shown(id: string, change: Partial<UserProfile>) {
  ownChangeShown(id);
  queryClient.setQueryData(userProfileQuery(id).queryKey, (now) => now && { ...now, ...change });
  void queryClient.invalidateQueries({ queryKey: [...usersKey, 'table'] });
  queryClient.removeQueries({ queryKey: userActivityQuery(id).queryKey });
}

async function changeUser(id: string, part: string, body: unknown) {
  const { user } = await api.patch<UserChanged>(userPath(id, part), body);
  const { is_admin, chat_access_enabled, chat_banned_until } = user;
  shown(id, { is_admin, chat_access_enabled, chat_banned_until });
}

export const changeAdmin = (id: string, isAdmin: boolean) => changeUser(id, 'admin-status', { isAdmin });

export const changeChat = (id: string, access: ChangeChatAccess) => changeUser(id, 'chat-access', access);

function pointsShown(id: string, { points, rank, isGuardian, honoraryRank }: MemberPoints) {
  shown(id, { points, rank, is_guardian: isGuardian, honorary_rank: honoraryRank });
}

export async function changeGuardian(id: string, isGuardian: boolean) {
  pointsShown(id, await api.patch<MemberPoints>(userPath(id, 'guardian'), { isGuardian }));
}

export async function changeHonoraryRank(id: string, rank: string | null) {
  pointsShown(id, await api.patch<MemberPoints>(userPath(id, 'honorary-rank'), { rank }));
}

/** The same key changes nothing twice. */
export async function adjustPoints(id: string, body: AdjustPoints, key: string) {
  const headers = { 'Idempotency-Key': key };
  pointsShown(id, await api.post<MemberPoints>(userPath(id, 'points'), body, { headers }));
}

export async function saveNotes(id: string, notes: string) {
  const { profile } = await api.patch<UserProfileReply>(userPath(id, 'notes'), { notes });
  shown(id, profile);
}

export async function changeSubscription(id: string, active: boolean) {
  const { profile } = await api.patch<UserProfileReply>(userPath(id, 'subscription'), { active });
  shown(id, profile);
}

export async function changeFaceRequired(id: string, required: boolean) {
  const { profile } = await api.patch<UserProfileReply>(userPath(id, 'face'), { required });
  shown(id, profile);
}

/** Forgets the failed attempts, and says how many there were. */
export async function resetFaceAttempts(id: string) {
  const { failed } = await api.post<FaceAttemptsReset>(userPath(id, 'face/reset-attempts'));
  shown(id, { face_failed_attempts: 0 });
  return failed;
}

/** Deletes the enrolled face, and says whether there was one. */
export async function removeFace(id: string) {
  const { removed } = await api.delete<FaceEnrollmentRemoved>(userPath(id, 'face'));
  shown(id, { face_recognition_status: 'not_enrolled', face_enrollment_date: null });
  return removed;
}

export async function endSessions(id: string) {
  const { ended } = await api.delete<SessionsEnded>(userPath(id, 'sessions'));
  ownChangeShown(id);
  queryClient.setQueryData(userSessionsQuery(id).queryKey, []);
  return ended;
}

function accessChanged(id: string) {
  ownChangeShown(id);
  return queryClient.invalidateQueries({ queryKey: userAccessQuery(id).queryKey });
}

/** How a grant names a member. */
export const namedBy = ({ email, phone, username }: UserProfile) =>
  email ?? phone ?? (username ? `@${username}` : '');

export async function grantRoom(user: UserProfile, roomId: string, level: RoomRole) {
  const body = { user_email: namedBy(user), room_id: roomId, access_level: level };
  await api.post<AccessChanged>('/admin/room-access', body);
  await accessChanged(user.id);
}

export async function revokeRoom(user: UserProfile, roomId: string) {
  await api.delete<AccessChanged>('/admin/room-access', { body: { user_id: user.id, room_id: roomId } });
  await accessChanged(user.id);
}
