// The member's own profile: limits and texts of its pages.
import { texts } from 'texts:people/rules';
import { codePoints } from '@/rules/text';

export const bioMaxLength = 500; // Unicode code points
export const bioRedAbove = 450; // the counter turns red above this

export const bioLength = codePoints;

const pictureTypes = ['image/jpeg', 'image/png', 'image/webp'];
export const pictureAccept = pictureTypes.join(',');
const pictureMaxBytes = 5 * 2 ** 20;

/** Why a file can be no profile picture, or null. */
export function pictureFault({ type, size }: { type: string; size: number }): string | null {
  if (!pictureTypes.includes(type)) return texts.pictureWrongType;
  if (size >= pictureMaxBytes) return texts.pictureTooLarge;
  return null;
}
