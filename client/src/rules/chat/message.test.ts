import { describe, expect, it } from 'vitest';
import { canSend, isBlank } from './message';

describe('message length (CHAT-5, Z-60)', () => {
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
