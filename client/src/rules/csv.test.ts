import { expect, it } from 'vitest';
import { csvOf } from './csv';

it('quotes what would break a row or run as a formula, and leaves numbers alone', () => {
  const text = csvOf(
    ['Name', 'Amount'],
    [
      ['Reyes, "Ada"', -12.5],
      ['=HYPERLINK("http://x")', 3],
      ['+1', 0],
      ['@SUM(A1)', true],
      ['-2+3', null],
      ['\tcmd', 1],
      ['two\nlines', 2],
    ],
  );
  expect(text).toBe(
    [
      '\uFEFFName,Amount',
      '"Reyes, ""Ada""",-12.5',
      '"\'=HYPERLINK(""http://x"")",3',
      '"\'+1",0',
      '"\'@SUM(A1)",true',
      '"\'-2+3",',
      '"\'\tcmd",1',
      '"two\nlines",2',
      '',
    ].join('\r\n'),
  );
});
