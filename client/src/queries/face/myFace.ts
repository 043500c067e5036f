// The face of the signed-in member: what is kept of it, and the step that adds one.
import { queryOptions } from '@tanstack/react-query';
import { api } from '@/net/api';
import { type PendingFace, storeFace } from '@/stores/face/pendingFace';
import type { FaceData, FaceEnrollmentRemoved, FaceStarted } from '@/wire/bodies.gen';

/** What is kept of the caller's face, and who has looked at it. */
export const myFaceQuery = queryOptions({
  queryKey: ['me', 'face'],
  queryFn: ({ signal }) => api.get<FaceData>('/face/enrollment', { signal }),
  staleTime: 0,
});

export const removeMyFace = () => api.delete<FaceEnrollmentRemoved>('/face/enrollment');

/** Begins a step as after a right code, for the face page. */
export async function startFace() {
  const { tempToken, step, userId, previouslySkipped, isAdmin } = await api.post<FaceStarted>('/face/start');
  storeFace({
    step: step as PendingFace['step'],
    tempToken,
    userId,
    previouslySkipped,
    isAdmin,
    signedIn: true,
  });
}
