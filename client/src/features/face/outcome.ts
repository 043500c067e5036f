// What the answers to the face calls mean for the screen.
import { ApiError, messageOf } from '@/net/api';
import type { FaceReply } from '@/wire/face';
import { texts } from './texts';

export const maxAttempts = 3;

/** The face was not recognised: the server has counted an attempt. */
const notRecognised = 'not_recognised';

/** What a failed call means. */
export type Failure =
  /** Counted: the next attempt follows, if any is left. */
  | { kind: 'attempt'; text: string }
  /** All attempts are used. */
  | { kind: 'used' }
  /** The picture was of no use and cost no attempt. */
  | { kind: 'picture'; text: string }
  /** No fault of the person: the same can be tried again. */
  | { kind: 'again'; text: string }
  /** The temporary token is dead. */
  | { kind: 'ended' };

/** Why a verification did not succeed. */
export function verifyFailure(cause: unknown): Failure {
  if (!(cause instanceof ApiError)) return { kind: 'again', text: texts.notVerified };
  const { status, code, reply } = cause;
  if (status === 401) return { kind: 'ended' };
  if (status === 429 && code === 'attempts_used') return { kind: 'used' };
  if (reply.verified === false || status === 200 || code === notRecognised)
    return { kind: 'attempt', text: verifyText(cause.message) };
  if (status === 503) return { kind: 'again', text: messageOf(cause, texts.away) };
  if (status === 400 || status === 413 || status === 415 || status === 422)
    return { kind: 'picture', text: messageOf(cause, texts.verifyFailed) };
  return { kind: 'again', text: messageOf(cause, texts.notVerified) };
}

/** A reply that says so without failing. */
export const verifyRefusal = ({ verified, message }: FaceReply): Failure | null =>
  verified === true ? null : { kind: 'attempt', text: verifyText(message ?? '') };

function verifyText(message: string): string {
  if (/confidence/i.test(message)) return texts.tooLow;
  return message || texts.verifyFailed;
}

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
