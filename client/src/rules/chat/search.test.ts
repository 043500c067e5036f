import { expect, it } from 'vitest';
import { isSearch, searchTerms, searchWords, snippetPieces } from './search';

it.each([
  ['east gate', ['east', 'gate']],
  ['"east gate" keys', ['east gate', 'keys']],
  ['„east gate“ «south gate» keys', ['south gate', 'east gate', 'keys']],
  ['"left open', ['left', 'open']],
  ['   ', []],
  ['""', []],
])('reads %j as %j', (query, terms) => {
  expect(searchTerms(query)).toEqual(terms);
});

const found = (snippet: string, query: string) =>
  snippetPieces(snippet, query)
    .filter((piece) => piece.found)
    .map((piece) => piece.text);

it('marks words and phrases whatever their case', () => {
  expect(found('The East Gate, and the gatekeeper', '"east gate"')).toEqual(['East Gate']);
  expect(found('The East Gate, and the gatekeeper', 'gate')).toEqual(['Gate', 'gate']);
  expect(found('Investigate', 'gate')).toEqual([]);
  expect(found('Überall', 'über')).toEqual(['Über']);
});

it('loses nothing and runs no pattern of the searcher', () => {
  for (const query of ['(', 'a.c', '[a-', '\\', '.*', 'a|b', '$', '^-']) {
    const pieces = snippetPieces('abc a.c ( [a- .* a|b', query);
    expect(pieces.map((piece) => piece.text).join('')).toBe('abc a.c ( [a- .* a|b');
  }
  expect(found('abc a.c', 'a.c')).toEqual(['a.c']);
});

// One emoji was asked for and refused, and a long search was cut within a character.
it('counts what is searched for as the server does', () => {
  const alone = { from: '', since: '', until: '', has: '' };
  expect(isSearch({ q: '🔥', ...alone })).toBe(false);
  expect(isSearch({ q: '🔥🔥', ...alone })).toBe(true);
  expect(isSearch({ q: '', ...alone })).toBe(false);
  expect(isSearch({ ...alone, q: '', from: 'ann' })).toBe(true);
  expect(isSearch({ ...alone, q: '', has: 'link' })).toBe(true);
  expect(isSearch({ ...alone, q: '', since: '2026-11-01' })).toBe(true);
  expect(isSearch({ ...alone, q: '', until: '2026-11-01' })).toBe(true);
  expect(isSearch({ ...alone, q: 'g', from: 'ann', has: 'link', since: '2026-11-01' })).toBe(false);
  expect(searchWords(` ${'🔥'.repeat(100)} `)).toBe('🔥'.repeat(100));
  expect(searchWords(`a${'🔥'.repeat(100)}`)).toBe(`a${'🔥'.repeat(99)}`);
});
