// Which files may be uploaded to a room, and what is said of the others. The
// server decides again, by what is in the file.

import { texts as uploadTexts } from 'texts:chat/upload';

export type FileKind = 'image' | 'video' | 'audio';

const mebibyte = 2 ** 20;
const maxBytes: Record<FileKind, number> = {
  image: 10 * mebibyte,
  audio: 10 * mebibyte,
  video: 100 * mebibyte,
};

// Browsers have several names for some of these.
const kinds: Record<string, FileKind> = {
  'image/jpeg': 'image',
  'image/png': 'image',
  'image/gif': 'image',
  'image/webp': 'image',
  'video/mp4': 'video',
  'video/webm': 'video',
  'video/quicktime': 'video',
  'audio/webm': 'audio',
  'audio/mp4': 'audio',
  'audio/x-m4a': 'audio',
  'audio/m4a': 'audio',
  'audio/mpeg': 'audio',
  'audio/mp3': 'audio',
  'audio/wav': 'audio',
  'audio/wave': 'audio',
  'audio/x-wav': 'audio',
  'audio/vnd.wave': 'audio',
  'audio/ogg': 'audio',
};

/** For the file chooser. */
export const uploadAccept = Object.keys(kinds).join(',');

/** What a file is by its declared type, parameters aside; null for what is not taken. */
export function fileKind(type: string): FileKind | null {
  const declared = type.split(';')[0]?.trim().toLowerCase() ?? '';
  return Object.hasOwn(kinds, declared) ? (kinds[declared] ?? null) : null;
}

/** What is wrong with a file; null when it may be uploaded. */
export function uploadFault(file: Pick<File, 'type' | 'size'> | null): string | null {
  if (!file) return uploadTexts.missing;
  const kind = fileKind(file.type);
  if (!kind) return uploadTexts.wrongType;
  if (file.size <= maxBytes[kind]) return null;
  return kind === 'video' ? uploadTexts.videoTooLarge : uploadTexts.tooLarge;
}

const maxCaptions = 64 * 1_024; // bytes, as the server has it

/** What is wrong with a file of captions; null when it may be sent. The server reads it. */
export const captionsFault = ({ size }: Pick<File, 'size'>): string | null =>
  size > maxCaptions ? uploadTexts.captionsTooLarge : null;
