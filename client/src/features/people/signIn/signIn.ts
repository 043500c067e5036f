// Handing in a login code, and where a right one leads. Apart from asking for one, because
// the first screen does without it.
import { api } from '@/net/api';
import { paths } from '@/rules/paths';
import type { Identifier } from '@/rules/people/identifier';
import { enterAsApplicant } from '@/stores/application/applicant';
import { storeFace } from '@/stores/face/pendingFace';
import { startSession } from '@/stores/session/session';
import type { Verified, Verify } from '@/wire/bodies.gen';

/** Hands in a login code. */
export function verifyCode(identifier: Identifier, code: string) {
  const body: Verify = { identifier: identifier.email ?? identifier.phone, code };
  return api.post<Verified>('/auth/verify', body);
}

/**
 * Keeps what the reply brings and says where to go: an application first, then
 * enrolment, then verification, then the dashboard. Null when the
 * reply lacks what its own next step needs.
 */
export function resolveSignIn(reply: Verified): string | null {
  // Of an earlier sign-in.
  storeFace(null);
  if (reply.userType === 'application' || reply.nextStep === 'application_status') {
    enterAsApplicant(reply.session?.user.email ?? null, reply.session?.token);
    return paths.applyStatus;
  }
  if (reply.requiresFaceEnrollment || reply.requiresFaceVerification) {
    const { tempToken, userId, previouslySkipped, isAdmin, language } = reply;
    if (!tempToken) return null;
    const step = reply.requiresFaceEnrollment ? 'enrollment' : 'verification';
    storeFace({ step, tempToken, userId, previouslySkipped, isAdmin, language });
    return paths.faceRecognition;
  }
  if (!reply.session) return null;
  startSession(reply.session.token, reply.session.user);
  return paths.dashboard;
}
