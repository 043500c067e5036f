// What the answers to the face calls mean for the screen.
import { texts } from 'texts:face';
import { ApiError, messageOf } from '@/net/api';
import type { FaceVerified } from '@/wire/bodies.gen';

export const maxAttempts = 3;

/** What a failed verification means. */
export type Failure =
  /** Counted; `left` are the attempts that the server still allows, where it says so. */
  | { kind: 'attempt'; text: string; left?: number }
  /** The picture was of no use and cost no attempt. */
  | { kind: 'picture'; text: string }
  /** No fault of the person: the same can be tried again. */
  | { kind: 'again'; text: string }
  /** The temporary token is dead. */
  | { kind: 'ended' };

/** What is wrong with the picture itself. */
const ofPicture = /^(face_(missing|many|small|blurred|turned|picture_\w+)|picture_\w+)$/;

/** Why a verification did not succeed. */
export function verifyFailure(cause: unknown): Failure {
  if (!(cause instanceof ApiError)) return { kind: 'again', text: texts.notVerified };
  const { status, code, reply } = cause;
  if (status === 401) return { kind: 'ended' };
  // Those of the sign-in are used up, or those of the day.
  if (code === 'face_attempts' || code === 'face_attempts_day')
    return { kind: 'attempt', text: messageOf(cause, texts.verifyFailed), left: 0 };
  if (ofPicture.test(code)) return { kind: 'picture', text: messageOf(cause, texts.verifyFailed) };
  if (status === 200 || status === 400)
    return refusal(cause.message, messageOf(cause, texts.verifyFailed), reply.attemptsLeft);
  return { kind: 'again', text: messageOf(cause, status === 503 ? texts.away : texts.notVerified) };
}

/** A reply that says so without failing. */
export const verifyRefusal = ({ verified, message, attemptsLeft }: FaceVerified): Failure | null =>
  verified === true ? null : refusal(message, message || texts.verifyFailed, attemptsLeft);

const refusal = (message: string | undefined, said: string, left: unknown): Failure => ({
  kind: 'attempt',
  text: /confidence/i.test(message ?? '') ? texts.tooLow : said,
  left: typeof left === 'number' ? left : undefined,
});

/** The terms have changed since they were agreed to. */
export const needsConsent = (cause: unknown) => cause instanceof ApiError && cause.code === 'face_consent';

/** Why an enrolment did not succeed; null for a dead token. */
export function enrolFailure(cause: unknown): string | null {
  if (!(cause instanceof ApiError)) return texts.notEnrolled;
  if (cause.status === 401) return null;
  if (cause.status === 503) return messageOf(cause, texts.away);
  return messageOf(
    cause,
    cause.status === 200 || cause.status === 400 ? texts.enrolFailed : texts.notEnrolled,
  );
}
