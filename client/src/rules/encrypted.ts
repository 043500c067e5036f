// Decrypt codes: how they are typed and shown, what is said of them, and how a
// video of another site is shown. The server decides everything again.
import type { CreateDecrypt, DecryptMessage } from '@/wire/bodies.gen';

export const decryptTexts = {
  form: 'Please enter a valid code',
  invalid: 'Invalid code',
  failed: 'Failed to decrypt code. Please check and try again.',
} as const;

const group = 4;
const codeLength = 2 * group;
/** With its dash. */
export const typedLength = codeLength + 1;
export const copiedMs = 2_000;

/** What stands in the field after something was typed: capitals and digits, XXXX-XXXX. */
export function typedCode(text: string): string {
  // Without the u flag: with it, letters of other scripts count as k and s.
  const bare = text
    .replace(/[^a-z0-9]/gi, '')
    .toUpperCase()
    .slice(0, codeLength);
  return bare.length > group ? `${bare.slice(0, group)}-${bare.slice(group)}` : bare;
}

/** Whether the field holds enough to be sent. The server counts the letters again. */
export const codeReady = (field: string) => field.length >= codeLength;

/** As it is sent. */
export const bareCode = (field: string) => field.replaceAll('-', '');

const postedCode = /(?<![A-Za-z0-9-])[A-Z0-9]{4}-[A-Z0-9]{4}(?![A-Za-z0-9-])/;

/** A text in pieces, every second one a code. */
export const codePieces = (text: string) => text.split(new RegExp(`(${postedCode.source})`));

/** Whether a message seems to show a code. */
export const showsCode = (text: string) => postedCode.test(text);

/** A code that can be guessed: few different letters, or a run of neighbours. */
export function weakCode(field: string): boolean {
  const bare = bareCode(field);
  if (bare.length < codeLength) return false;
  const steps = [...bare].slice(1).map((letter, i) => letter.charCodeAt(0) - bare.charCodeAt(i));
  return new Set(bare).size < 4 || steps.every((step) => step === steps[0]);
}

/** Bytes as '812 B', '12.5 KB' or '3.4 MB'. */
export function fileSize(bytes: number): string {
  if (bytes < 2 ** 10) return `${bytes} B`;
  if (bytes < 2 ** 20) return `${(bytes / 2 ** 10).toFixed(1)} KB`;
  return `${(bytes / 2 ** 20).toFixed(1)} MB`;
}

/** Seconds as '2d 03:04:05' or '03:04:05'. */
export function timeLeft(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const two = (n: number) => String(n).padStart(2, '0');
  const days = Math.floor(whole / 86_400);
  const clock = `${two(Math.floor(whole / 3_600) % 24)}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`;
  return days > 0 ? `${days}d ${clock}` : clock;
}

export type VideoSource = { kind: 'file' | 'frame'; url: string };

const youtube =
  /^https:\/\/(?:www\.|m\.)?(?:youtube\.com\/(?:watch\?(?:.*&)?v=|embed\/|shorts\/)|youtu\.be\/)([\w-]{11})(?:[?&#].*)?$/;
const vimeo = /^https:\/\/(?:www\.|player\.)?vimeo\.com\/(?:video\/)?(\d{1,12})(?:[/?#].*)?$/;

/** How a video is shown: as a file, or in the player of the two sites that may be framed; null for no address. */
export function videoSource(url: string | null): VideoSource | null {
  if (!url || !/^(https:\/\/|\/media\/)/.test(url)) return null;
  const id = youtube.exec(url)?.[1];
  if (id) return { kind: 'frame', url: `https://www.youtube-nocookie.com/embed/${id}?autoplay=1` };
  const number = vimeo.exec(url)?.[1];
  if (number) return { kind: 'frame', url: `https://player.vimeo.com/video/${number}?autoplay=1&dnt=1` };
  return { kind: 'file', url };
}

export const contentCut = 50;

/** How a message stands, in the order in which the words count. */
export function decryptStatus(
  message: Pick<DecryptMessage, 'viewLimitReached' | 'isExpired' | 'isActive'>,
): string {
  if (message.viewLimitReached) return 'View Limit Reached';
  if (message.isExpired) return 'Expired';
  return message.isActive ? 'Active' : 'Inactive';
}

/** What is wrong with a draft; null when it can be sent. */
export function draftFault(draft: CreateDecrypt): string | null {
  const content = draft.content.trim() !== '';
  if (draft.type === 'gallery' && !content && draft.galleryItems.length === 0)
    return 'Gallery messages must have content or media items';
  if (draft.type === 'text' && !content) return 'Text message content is required';
  if (draft.type === 'video' && draft.videoUrl.trim() === '')
    return 'Video URL is required for video messages';
  if (draft.type === 'video' && !content) return 'Video message content is required';
  if (draft.code !== '' && bareCode(draft.code).length !== codeLength)
    return 'Code must be exactly 8 characters (format: XXXX-XXXX)';
  if (draft.expiresIn !== null && !wholeFrom1(draft.expiresIn))
    return 'Expiry must be a whole number of hours';
  if (draft.maxViews !== null && !wholeFrom1(draft.maxViews)) return 'Max views must be a whole number';
  return null;
}

const wholeFrom1 = (n: number) => Number.isInteger(n) && n >= 1;
