// Decrypt codes: how they are typed and shown, what is said of them, and how a
// video of another site is shown. The server decides everything again.

import { texts as sizeTexts } from 'texts:sizes';
import { formatFixed } from '@/rules/format';

const group = 4;
export const codeLength = 2 * group;
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

/** A code that can be guessed: few different letters, or a run of neighbours. */
export function weakCode(field: string): boolean {
  const bare = bareCode(field);
  if (bare.length < codeLength) return false;
  const steps = [...bare].slice(1).map((letter, i) => letter.charCodeAt(0) - bare.charCodeAt(i));
  return new Set(bare).size < 4 || steps.every((step) => step === steps[0]);
}

/** Bytes as '812 B', '12.5 KB' or '3.4 MB'. */
export function fileSize(bytes: number): string {
  if (bytes < 2 ** 10) return sizeTexts.bytes({ count: formatFixed(bytes, 0) });
  if (bytes < 2 ** 20) return sizeTexts.kbPrecise({ count: formatFixed(bytes / 2 ** 10, 1) });
  return sizeTexts.mb({ count: formatFixed(bytes / 2 ** 20, 1) });
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
