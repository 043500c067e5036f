import { expect, it } from 'vitest';
import { roomTitle, typingWords } from './room';
import { validRoomId } from './roomId';

it.each([
  ['general', true],
  ['load-1', true],
  ['a'.repeat(40), true],
  ['a'.repeat(41), false],
  ['-a', false],
  ['General', false],
  ['a/b', false],
  ['', false],
])('room id %j (ROOM-9)', (id, want) => {
  expect(validRoomId(id)).toBe(want);
});

it('titles a room in capitals and falls back to the chat title (CHAT-1)', () => {
  expect(roomTitle('Night watch', 'Group chat')).toBe('NIGHT WATCH');
  expect(roomTitle('  ', 'Group chat')).toBe('GROUP CHAT');
  expect(roomTitle(undefined, 'Group chat')).toBe('GROUP CHAT');
});

it.each([
  [[], ''],
  [['ann'], 'ann is typing'],
  [['ann', 'bob'], 'ann and bob are typing'],
  [['ann', 'bob', 'cem'], 'ann, bob and cem are typing'],
  [['ann', 'bob', 'cem', 'dua'], 'several people are typing'],
])('typing words for %j (CHAT-41)', (names, want) => {
  expect(typingWords(names)).toBe(want);
});
