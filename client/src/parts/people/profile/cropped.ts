// Cuts the chosen square out of a picture, as a JPEG without metadata.
import { type Crop, croppedSide, cropSquare } from '@/rules/people/crop';

/** The square as a file, or the whole file where the browser cannot draw: the server makes it anew in any case. */
export async function cropped(file: File, picture: HTMLImageElement, crop: Crop): Promise<Blob> {
  const { left, top, side } = cropSquare(crop, {
    width: picture.naturalWidth,
    height: picture.naturalHeight,
  });
  const out = Math.max(1, Math.min(croppedSide, Math.round(side)));
  const canvas = document.createElement('canvas');
  canvas.width = out;
  canvas.height = out;
  const pen = canvas.getContext('2d');
  if (!pen) return file;
  // A JPEG has no transparent parts.
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, out, out);
  pen.imageSmoothingQuality = 'high';
  pen.drawImage(picture, left, top, side, side, 0, 0, out, out);
  return await new Promise((resolve) => canvas.toBlob((blob) => resolve(blob ?? file), 'image/jpeg', 0.92));
}
