// What is said when the rooms cannot be listed.
import { ApiError } from '@/net/api';

/** Why the rooms could not be listed. */
export function roomsFailure(error: Error): string {
  const status = error instanceof ApiError ? error.status : 0;
  const cause =
    status === 500
      ? 'Server error - please try again in a moment.'
      : status === 403
        ? 'Access denied - please check your login status.'
        : status === 0
          ? 'Connection issue - please check your internet connection.'
          : 'Please refresh the page or try again later.';
  return `Unable to load chat rooms. ${cause}`;
}
