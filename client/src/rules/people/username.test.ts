import { expect, it } from 'vitest';
import {
  typedUsername,
  usernameBadCharacters,
  usernameFault,
  usernameTooLong,
  usernameTooShort,
} from './username';

it.each([
  ['ab', usernameTooShort],
  ['', usernameTooShort],
  ['abc', null],
  ['a_9', null],
  ['a'.repeat(20), null],
  ['a'.repeat(21), usernameTooLong],
  ['no way', usernameBadCharacters],
  ['ünal', usernameBadCharacters],
  ['a-b', usernameBadCharacters],
])('username %j (NAME-1, NAME-2)', (name, want) => {
  expect(usernameFault(name)).toBe(want);
});

it('lower-cases as typed', () => {
  expect(typedUsername(' Night_Owl ')).toBe('night_owl');
});
