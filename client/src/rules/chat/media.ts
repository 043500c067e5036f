// How pictures, videos and voice messages are measured on the screen and in words.
import { texts } from 'texts:sizes';
import { formatFixed } from '@/rules/format';
import type { MediaMetadata } from '@/wire/frames.gen';

const maxWidth = 320; // pixels
const maxHeight = 360;
const minSide = 72;

/** The box of a picture in a message; null when its size is unknown. */
export function boxOf(metadata: MediaMetadata | undefined): { width: number; height: number } | null {
  const { width = 0, height = 0 } = metadata ?? {};
  if (!(width > 0 && height > 0)) return null;
  const scale = Math.min(1, maxWidth / width, maxHeight / height);
  // A very long picture is cropped rather than drawn as a line.
  return {
    width: Math.max(minSide, Math.round(width * scale)),
    height: Math.max(minSide, Math.round(height * scale)),
  };
}

/** Seconds as '0:07' or '1:02:03'. */
export function clockTime(seconds: number): string {
  const whole = Number.isFinite(seconds) ? Math.max(0, Math.floor(seconds)) : 0;
  const two = (n: number) => String(n).padStart(2, '0');
  const [h, m, s] = [Math.floor(whole / 3_600), Math.floor(whole / 60) % 60, whole % 60];
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

/** Bytes as '812 KB' or '3.4 MB'; '' when unknown. */
export function sizeWords(bytes: number | undefined): string {
  if (!bytes) return '';
  if (bytes < 2 ** 20) return texts.kb({ count: Math.max(1, Math.round(bytes / 2 ** 10)) });
  return texts.mb({ count: formatFixed(bytes / 2 ** 20, 1) });
}

/** Whether a signed link says of itself that it has ended. */
export function linkEnded(link: string, now: number): boolean {
  const until = Number(new URLSearchParams(link.split('?')[1]).get('until') ?? Number.NaN);
  return until <= now;
}

const stillOf =
  /^(https:\/\/(?:media\d?|i)\.giphy\.com\/\S*\/)(giphy|200|200w|100|100w)\.(?:gif|webp)(\?\S*)?$/u;

/** The still of a GIF service's picture; null where none is known. */
export function gifStill(url: string): string | null {
  return stillOf.test(url) ? url.replace(stillOf, '$1$2_s.gif$3') : null;
}

const endings: Record<string, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'video/mp4': 'mp4',
  'video/webm': 'webm',
  'video/quicktime': 'mov',
  'audio/mp4': 'm4a',
  'audio/mpeg': 'mp3',
  'audio/wav': 'wav',
  'audio/ogg': 'ogg',
  'audio/webm': 'weba',
};

/** What a saved file is called: 'image-20261121-1204.jpg', by the time of its message. */
export function fileName(kind: string, createdAt: string, mimeType: string | undefined): string {
  const stamp = createdAt.slice(0, 16).replace(/[-:]/gu, '').replace('T', '-');
  const ending = endings[mimeType?.split(';')[0] ?? ''];
  return `${kind}-${stamp}${ending ? `.${ending}` : ''}`;
}
