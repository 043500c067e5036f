// What was chosen last, and the skin tone, kept on this device.
import { type SkinTone, skinTones } from '@/rules/emoji';
import { keep, readKept } from '@/stores/session/device';

const recentKey = 'emoji_recent';
const toneKey = 'emoji_tone';
const recentAtMost = 24;

export function recentEmojis(): string[] {
  try {
    const kept: unknown = JSON.parse(readKept(recentKey) ?? '[]');
    return Array.isArray(kept) ? kept.filter((one) => typeof one === 'string').slice(0, recentAtMost) : [];
  } catch {
    return [];
  }
}

export function noteRecent(emoji: string) {
  const others = recentEmojis().filter((one) => one !== emoji);
  keep(recentKey, JSON.stringify([emoji, ...others].slice(0, recentAtMost)));
}

export function keptTone(): SkinTone {
  const kept = readKept(toneKey);
  return skinTones.find((tone) => tone === kept) ?? '';
}

export const keepTone = (tone: SkinTone) => keep(toneKey, tone === '' ? null : tone);
