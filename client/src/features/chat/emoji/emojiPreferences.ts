// The emojis chosen last and the skin tone, stored on this device.
import { type SkinTone, skinTones } from '@/rules/chat/emoji';
import { readDeviceItem, writeDeviceItem } from '@/stores/session/deviceStorage';

const recentKey = 'emoji_recent';
const toneKey = 'emoji_tone';
const recentAtMost = 24;

export function recentEmojis(): string[] {
  try {
    const stored: unknown = JSON.parse(readDeviceItem(recentKey) ?? '[]');
    return Array.isArray(stored)
      ? stored.filter((one) => typeof one === 'string').slice(0, recentAtMost)
      : [];
  } catch {
    return [];
  }
}

export function addRecentEmoji(emoji: string) {
  const others = recentEmojis().filter((one) => one !== emoji);
  writeDeviceItem(recentKey, JSON.stringify([emoji, ...others].slice(0, recentAtMost)));
}

export function readTone(): SkinTone {
  const stored = readDeviceItem(toneKey);
  return skinTones.find((tone) => tone === stored) ?? '';
}

export const writeTone = (tone: SkinTone) => writeDeviceItem(toneKey, tone === '' ? null : tone);
