// Which files can be a profile picture.
import { texts } from 'texts:parts/people/profile/dialogs';

const pictureTypes = ['image/jpeg', 'image/png', 'image/webp'];
export const pictureAccept = pictureTypes.join(',');
const pictureMaxBytes = 5 * 2 ** 20;

/** Why a file can be no profile picture, or null. */
export function pictureFault({ type, size }: { type: string; size: number }): string | null {
  if (!pictureTypes.includes(type)) return texts.pictureWrongType;
  if (size >= pictureMaxBytes) return texts.pictureTooLarge;
  return null;
}
