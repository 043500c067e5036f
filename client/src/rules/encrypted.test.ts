import { expect, it } from 'vitest';
import { codeReady, fileSize, timeLeft, typedCode, videoSource, weakCode } from './encrypted';

it.each([
  ['abcd1234', 'ABCD-1234'],
  ['ab cd-12', 'ABCD-12'],
  ['abcd', 'ABCD'],
  ['abcd1', 'ABCD-1'],
  ['abcd-12345678', 'ABCD-1234'],
  ['ſıK\u212aé', 'K'],
  ['', ''],
])('%j is typed as %j (DEC-2)', (text, field) => expect(typedCode(text)).toBe(field));

it('takes eight characters of the field (DEC-3)', () => {
  expect(codeReady('ABCD-12')).toBe(false);
  expect(codeReady('ABCD-123')).toBe(true);
});

it.each([
  [0, '0 B'],
  [1023, '1023 B'],
  [1024, '1.0 KB'],
  [1_048_575, '1024.0 KB'],
  [3_565_158, '3.4 MB'],
])('%d bytes are %s (DEC-17)', (bytes, words) => expect(fileSize(bytes)).toBe(words));

it('counts down', () => {
  expect(timeLeft(3_723)).toBe('01:02:03');
  expect(timeLeft(2 * 86_400 + 61)).toBe('2d 00:01:01');
});

it('warns of codes that can be guessed', () => {
  for (const code of ['AAAA-BBBB', '1234-5678', 'HGFE-DCBA']) expect(weakCode(code)).toBe(true);
  for (const code of ['MILL-1904', 'ABC', '']) expect(weakCode(code)).toBe(false);
});

it.each([
  ['https://youtu.be/dQw4w9WgXcQ', 'frame', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1'],
  [
    'https://www.youtube.com/watch?t=3&v=dQw4w9WgXcQ',
    'frame',
    'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1',
  ],
  ['https://vimeo.com/123456', 'frame', 'https://player.vimeo.com/video/123456?autoplay=1&dnt=1'],
  ['https://videos.example.org/youtube.com/a.mp4', 'file', 'https://videos.example.org/youtube.com/a.mp4'],
  ['/media/x/file?until=1&sig=y', 'file', '/media/x/file?until=1&sig=y'],
])('%s is shown as a %s (ENC-11)', (url, kind, shown) =>
  expect(videoSource(url)).toEqual({ kind, url: shown }),
);

it('shows no other addresses (ENC-11)', () => {
  for (const url of [
    'javascript:alert(1)',
    'data:text/html,x',
    'http://a.example/x',
    '//a.example/x',
    '',
    null,
  ])
    expect(videoSource(url)).toBeNull();
});
