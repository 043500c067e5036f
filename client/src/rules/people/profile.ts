// The member's own profile: limits and texts of its pages.
import { codePoints } from '@/rules/text';

export const bioMaxLength = 500; // Unicode code points
export const bioRedAbove = 450; // the counter turns red above this

export const loadFailed = 'FAILED TO LOAD PROFILE DATA';
export const rankLoadFailed = 'Failed to load profile data';
export const bioFailed = 'Failed to save bio';
export const usernameChangeFailed = 'Failed to change username';
export const rankVisibilityFailed = 'Failed to update rank visibility';
export const visibilityFailed = 'Failed to update profile visibility';

export const bioLength = codePoints;

const pictureTypes = ['image/jpeg', 'image/png', 'image/webp'];
export const pictureAccept = pictureTypes.join(',');
const pictureMaxBytes = 5 * 2 ** 20;

export const pictureWrongType = 'Please select a JPEG, PNG, or WebP image';
export const pictureTooLarge = 'Image must be less than 5MB';
export const pictureUploadFailed = 'Failed to upload profile picture';
export const pictureRemoveFailed = 'Failed to remove profile picture';

/** Why a file can be no profile picture, or null. */
export function pictureFault({ type, size }: { type: string; size: number }): string | null {
  if (!pictureTypes.includes(type)) return pictureWrongType;
  if (size >= pictureMaxBytes) return pictureTooLarge;
  return null;
}
