import { expect, it } from 'vitest';
import { codePieces, showsCode } from './postedCodes';

it('finds codes that are posted', () => {
  expect(showsCode('Tonight: GATE-0900!')).toBe(true);
  for (const text of ['well-made', 'XGATE-0900', 'GATE-0900-1', 'GATE0900'])
    expect(showsCode(text)).toBe(false);
});

it('takes codes out of a text, to be kept on one line', () => {
  expect(codePieces('At GATE-0900, then MILL-1904')).toEqual([
    'At ',
    'GATE-0900',
    ', then ',
    'MILL-1904',
    '',
  ]);
  expect(codePieces('well-made XGATE-0900')).toEqual(['well-made XGATE-0900']);
});
