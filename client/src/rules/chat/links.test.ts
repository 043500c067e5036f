import { describe, expect, it } from 'vitest';
import { segments } from './links';

describe('links in messages (CHAT-6)', () => {
  it.each([
    ['no link here', []],
    ['see https://a.example/x?y=1.', ['https://a.example/x?y=1']],
    ['(https://a.example/b)', ['https://a.example/b']],
    ['https://a.example/w_(x)', ['https://a.example/w_(x)']],
    ['http://a.example and https://b.example', ['http://a.example/', 'https://b.example/']],
    ['javascript:alert(1)', []],
    ['data:text/html,x ftp://a.example', []],
    ['https://bank.example@evil.example/', []],
    ['https://', []],
  ])('%j', (text, want) => {
    expect(segments(text).flatMap((s) => s.href ?? [])).toEqual(want);
  });

  it('keeps every character of the text', () => {
    const text = '<b>a</b> https://a.example/?q=<script> end.';
    expect(
      segments(text)
        .map((s) => s.text)
        .join(''),
    ).toBe(text);
  });
});
