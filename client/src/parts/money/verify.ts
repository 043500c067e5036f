// What is said about a payment that could not be confirmed.
import { texts } from 'texts:parts/money';
import { ApiError, messageOf } from '@/net/api';

/** No answer came, or the server is in trouble: the payment may well be made. */
export const undecided = (error: Error) =>
  !(error instanceof ApiError) || error.status === 0 || error.status >= 500 || error.status === 429;

/** The sentence: the server's own, or ours. */
export const verifyFailure = (error: Error) =>
  messageOf(error, undecided(error) ? texts.notVerified : texts.refused);
