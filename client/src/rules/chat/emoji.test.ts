import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findEmojis, readEmojis, skinTones, withTone } from './emoji';

const list = readFileSync(join(import.meta.dirname, '../../features/chat/emoji/emoji.txt'), 'utf8');
const groups = readEmojis(list);
const all = groups.flatMap((group) => group.emojis);
const named = (name: string) => {
  const entry = all.find((one) => one.name === name);
  if (!entry) throw new Error(`no ${name}`);
  return entry;
};

it('reads nine groups of emoji, each once', () => {
  expect(groups.map((group) => group.name)).toHaveLength(9);
  expect(all.length).toBeGreaterThan(1_800);
  expect(new Set(all.map((entry) => entry.emoji)).size).toBe(all.length);
  expect(all.filter((entry) => !/^\P{ASCII}|^[#*0-9]\ufe0f/u.test(entry.emoji) || entry.name === '')).toEqual(
    [],
  );
});

it.each([
  ['grin', 'grinning face'],
  ['thumbs up', 'thumbs up'],
  ['beer', 'beer mug'],
  ['solong', 'waving hand'],
  ['HEART red', 'red heart'],
])('finds %j', (search, name) => {
  expect(findEmojis(groups, search).map((entry) => entry.name)).toContain(name);
});

it('finds what is named so first, and nothing for nothing', () => {
  expect(findEmojis(groups, 'fire')[0]?.emoji).toBe('🔥');
  expect(findEmojis(groups, '  ')).toEqual([]);
  expect(findEmojis(groups, 'zzzz')).toEqual([]);
});

it('gives a tone to what has skin', () => {
  const medium = skinTones[3];
  expect(withTone(named('waving hand'), medium)).toBe('👋🏽');
  expect(withTone(named('victory hand'), medium)).toBe('✌🏽');
  expect(withTone(named('woman health worker'), medium)).toBe('👩🏽‍⚕️');
  expect(withTone(named('fire'), medium)).toBe('🔥');
  expect(withTone(named('waving hand'), '')).toBe('👋');
});
