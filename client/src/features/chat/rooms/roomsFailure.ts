// What is said when the rooms cannot be listed.
import { texts } from 'texts:chat';
import { ApiError } from '@/net/api';

/** Why the rooms could not be listed. */
export function roomsFailure(error: Error): string {
  const status = error instanceof ApiError ? error.status : 0;
  const cause =
    status === 500
      ? texts.serverErrorPleaseTry
      : status === 403
        ? texts.accessDeniedPleaseCheck
        : status === 0
          ? texts.connectionIssuePleaseCheck
          : texts.pleaseRefreshThePage;
  return texts.unableToLoadChat({ cause });
}
