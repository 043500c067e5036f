import { describe, expect, it } from 'vitest';
import { canSend, codePoints, cut, isBlank } from './message';

describe('message length (CHAT-5, Z-60)', () => {
  it.each([
    ['', 0],
    ['abc', 3],
    ['❤️', 2],
    ['👩‍🚀', 3],
    ['😀'.repeat(500), 500],
    ['e\u0301', 2],
  ])('counts code points of %j', (text, want) => {
    expect(codePoints(text)).toBe(want);
  });

  it.each([
    ['hello', true],
    ['😀'.repeat(500), true],
    ['😀'.repeat(501), false],
    [`${'a'.repeat(500)}\n  `, true],
    ['   \n\t ', false],
    ['\u200b\u200d\ufeff', false],
    ['\u3164', false],
  ])('decides what may be sent', (text, want) => {
    expect(canSend(text)).toBe(want);
  });

  it('calls text without ink blank (CHAT-6)', () => {
    expect(isBlank('\u200e\u2060 ')).toBe(true);
    expect(isBlank('\u2062 \u202e\u180e\u034f\ufe0e\u{e0041}')).toBe(true);
    expect(isBlank('\u200e.')).toBe(false);
    expect(isBlank('\u0600')).toBe(false);
  });
});

describe('reply texts (CHAT-9, CHAT-21)', () => {
  it.each([
    ['short', 30, 'short'],
    ['a'.repeat(30), 30, 'a'.repeat(30)],
    ['a'.repeat(31), 30, `${'a'.repeat(30)}...`],
    ['😀'.repeat(61), 60, `${'😀'.repeat(60)}...`],
    ['two\nlines', 30, 'two lines'],
  ])('cuts %j at %i code points', (text, max, want) => {
    expect(cut(text, max)).toBe(want);
  });
});
