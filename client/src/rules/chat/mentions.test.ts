import { expect, it } from 'vitest';
import { mentionBefore, mentionPieces, suggestNames } from './mentions';

const names = (text: string) => mentionPieces(text).flatMap((piece) => piece.name ?? []);

it.each([
  ['hej @Bob and @ann_2!', ['bob', 'ann_2']],
  ['mail bob@example.com', []],
  ['@ab is too short, @bobå is another word', []],
  ['(@bob) @@bob', ['bob', 'bob']],
  ['@all of you', ['all']],
])('finds what the server finds in %j', (text, found) => {
  expect(names(text)).toEqual(found);
});

it('loses nothing of the text', () => {
  const text = 'a @bob, b@c @ab @all';
  expect(
    mentionPieces(text)
      .map((piece) => piece.text)
      .join(''),
  ).toBe(text);
});

it('knows the name that is being typed at the caret', () => {
  expect(mentionBefore('hej @bo', 7)).toEqual({ from: 4, name: 'bo' });
  expect(mentionBefore('hej @', 5)).toEqual({ from: 4, name: '' });
  expect(mentionBefore('a@bo', 4)).toBeNull();
  expect(mentionBefore('@bob x', 6)).toBeNull();
});

it('offers names that begin so before names that hold it', () => {
  expect(suggestNames('an', ['Dan', 'ann', 'Anton', 'ANN', 'bob'], 6)).toEqual(['ann', 'anton', 'dan']);
  expect(suggestNames('', ['a1', 'a2', 'a3'], 2)).toHaveLength(2);
});
