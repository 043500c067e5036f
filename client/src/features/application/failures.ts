// What is said about a call that failed.
import { ApiError, messageOf } from '@/net/api';

/** No answer came, or the server is in trouble. */
const unanswered = (failure: unknown) =>
  !(failure instanceof ApiError) || failure.status === 0 || failure.status >= 500;

/** The server's sentence about a refusal, else `refused`; `failed` without an answer. */
export const failureText = (failure: unknown, refused: string, failed: string) =>
  unanswered(failure) ? failed : messageOf(failure, refused);
