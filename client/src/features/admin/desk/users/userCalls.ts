// What administrators change about one user. The answer of each change is put
// into what is shown, so that the profile is not looked at again for it.
import { ApiError, api } from '@/net/api';
import { ownChangeShown } from '@/queries/adminChanges';
import { usersKey } from '@/queries/adminKeys';
import { queryClient } from '@/queries/client';
import {
  userAccessQuery,
  userActivityQuery,
  userPath,
  userProfileQuery,
  userSessionsQuery,
} from '@/queries/desk/users';
import { orFound } from '@/queries/lostAnswer';
import type {
  AccessChanged,
  AdjustPoints,
  ChangeChatAccess,
  ChangeNotes,
  FaceAttemptsReset,
  FaceEnrollmentRemoved,
  MemberPoints,
  RoomRole,
  SessionsEnded,
  UserChanged,
  UserProfile,
  UserProfileReply,
} from '@/wire/bodies.gen';
import { banEnd } from './user';

function shown(id: string, change: Partial<UserProfile>) {
  ownChangeShown(id);
  queryClient.setQueryData(userProfileQuery(id).queryKey, (now) => now && { ...now, ...change });
  void queryClient.invalidateQueries({ queryKey: [...usersKey, 'table'] });
  queryClient.removeQueries({ queryKey: userActivityQuery(id).queryKey });
}

/** Makes a change and shows what it made of the user. `isMade` knows a user with the change in it. */
async function change(
  id: string,
  make: () => Promise<Partial<UserProfile>>,
  isMade: (user: UserProfile) => boolean,
) {
  const look = async () => {
    const now = await queryClient.fetchQuery(userProfileQuery(id));
    return isMade(now) ? now : undefined;
  };
  shown(id, await orFound(make, look));
}

async function changedUser(id: string, part: string, body: unknown) {
  const { user } = await api.patch<UserChanged>(userPath(id, part), body);
  const { is_admin, chat_access_enabled, chat_banned_until } = user;
  return { is_admin, chat_access_enabled, chat_banned_until };
}

const changedProfile = async (id: string, part: string, body: unknown) =>
  (await api.patch<UserProfileReply>(userPath(id, part), body)).profile;

const changedRank = async (id: string, part: string, body: unknown) =>
  rankFields(await api.patch<MemberPoints>(userPath(id, part), body));

function rankFields({ points, rank, isGuardian, honoraryRank }: MemberPoints): Partial<UserProfile> {
  return { points, rank, is_guardian: isGuardian, honorary_rank: honoraryRank };
}

export const changeAdmin = (id: string, isAdmin: boolean) =>
  change(
    id,
    () => changedUser(id, 'admin-status', { isAdmin }),
    (user) => user.is_admin === isAdmin,
  );

export const changeChat = (id: string, access: ChangeChatAccess) =>
  change(
    id,
    () => changedUser(id, 'chat-access', access),
    (user) => user.chat_access_enabled === access.enabled && hasBan(user, access),
  );

/** Chat that is opened has no ban, unless one is given with it. */
function hasBan(user: UserProfile, { enabled, bannedUntil }: ChangeChatAccess): boolean {
  if (bannedUntil) return Date.parse(user.chat_banned_until ?? '') === Date.parse(bannedUntil);
  return !enabled || banEnd(user) === null;
}

export const changeGuardian = (id: string, isGuardian: boolean) =>
  change(
    id,
    () => changedRank(id, 'guardian', { isGuardian }),
    (user) => user.is_guardian === isGuardian,
  );

export const changeHonoraryRank = (id: string, rank: string | null) =>
  change(
    id,
    () => changedRank(id, 'honorary-rank', { rank }),
    (user) => user.honorary_rank === rank,
  );

/** The same key changes nothing twice. */
export async function adjustPoints(id: string, body: AdjustPoints, key: string) {
  const headers = { 'Idempotency-Key': key };
  shown(id, rankFields(await api.post<MemberPoints>(userPath(id, 'points'), body, { headers })));
}

/** Replaces the notes of `version`. Of another one by now, they are shown and the save fails. */
export async function saveNotes(id: string, notes: string, version: number) {
  const body: ChangeNotes = { notes, version };
  try {
    await change(
      id,
      () => changedProfile(id, 'notes', body),
      (user) => user.notes === notes.trim(),
    );
  } catch (failure) {
    if (failure instanceof ApiError && failure.status === 409)
      await queryClient.refetchQueries({ queryKey: userProfileQuery(id).queryKey });
    throw failure;
  }
}

export const changeSubscription = (id: string, active: boolean) =>
  change(
    id,
    () => changedProfile(id, 'subscription', { active }),
    (user) => user.chat_subscription_active === active,
  );

export const changeFaceRequired = (id: string, required: boolean) =>
  change(
    id,
    () => changedProfile(id, 'face', { required }),
    (user) => user.face_required === required,
  );

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

/** The user's role in a room as it is now, null for none. */
async function roleIn(id: string, roomId: string): Promise<RoomRole | null> {
  const access = await queryClient.fetchQuery(userAccessQuery(id));
  return access.find((room) => room.id === roomId)?.access_level ?? null;
}

export async function grantRoom(user: UserProfile, roomId: string, level: RoomRole) {
  const body = { user_email: namedBy(user), room_id: roomId, access_level: level };
  await orFound<unknown>(
    () => api.post<AccessChanged>('/admin/room-access', body),
    async () => (await roleIn(user.id, roomId)) === level || undefined,
  );
  await accessChanged(user.id);
}

export async function revokeRoom(user: UserProfile, roomId: string) {
  const body = { user_id: user.id, room_id: roomId };
  await orFound<unknown>(
    () => api.delete<AccessChanged>('/admin/room-access', { body }),
    async () => (await roleIn(user.id, roomId)) === null || undefined,
  );
  await accessChanged(user.id);
}
