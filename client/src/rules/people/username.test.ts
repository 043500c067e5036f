import { texts } from 'texts:people/username';
import { expect, it } from 'vitest';
import { typedUsername, usernameFault } from './username';

it.each([
  ['ab', 'usernameTooShort'] as const,
  ['', 'usernameTooShort'] as const,
  ['abc', null],
  ['a_9', null],
  ['a'.repeat(20), null],
  ['a'.repeat(21), 'usernameTooLong'] as const,
  ['no way', 'usernameBadCharacters'] as const,
  ['ünal', 'usernameBadCharacters'] as const,
  ['a-b', 'usernameBadCharacters'] as const,
])('username %j (NAME-1, NAME-2)', (name, want) => {
  expect(usernameFault(name)).toBe(want && texts[want]);
});

it('lower-cases as typed', () => {
  expect(typedUsername(' Night_Owl ')).toBe('night_owl');
});
