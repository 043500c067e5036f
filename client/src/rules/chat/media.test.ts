import { expect, it } from 'vitest';
import { boxOf, clockTime, fileName, gifStill, linkEnded, sizeWords } from './media';

it.each([
  [
    { width: 4000, height: 3000 },
    { width: 320, height: 240 },
  ],
  [
    { width: 1000, height: 4000 },
    { width: 90, height: 360 },
  ],
  [
    { width: 100, height: 80 },
    { width: 100, height: 80 },
  ],
  [
    { width: 9000, height: 30 },
    { width: 320, height: 72 },
  ],
  [{ width: 0, height: 30 }, null],
  [undefined, null],
])('reserves the box of %j (CHAT-9)', (metadata, want) => {
  expect(boxOf(metadata)).toEqual(want);
});

it('writes lengths and sizes', () => {
  expect([0, 7.9, 65, 3_723, Number.POSITIVE_INFINITY].map(clockTime)).toEqual([
    '0:00',
    '0:07',
    '1:05',
    '1:02:03',
    '0:00',
  ]);
  expect([undefined, 200, 812 * 1024, 3.4 * 2 ** 20].map(sizeWords)).toEqual([
    '',
    '1 KB',
    '812 KB',
    '3.4 MB',
  ]);
});

it('reads from a link when it ends', () => {
  expect(linkEnded('/media/1/file?until=1000&sig=a', 1_000)).toBe(true);
  expect(linkEnded('/media/1/file?until=1001&sig=a', 1_000)).toBe(false);
  expect(linkEnded('/media/1/file', 1_000)).toBe(false);
});

it('knows the still of a GIF (MEDIA-12)', () => {
  expect(gifStill('https://media2.giphy.com/media/abc/giphy.gif?cid=1')).toBe(
    'https://media2.giphy.com/media/abc/giphy_s.gif?cid=1',
  );
  expect(gifStill('https://gifs.example/abc.gif')).toBeNull();
});

it('names a saved file by its kind and time', () => {
  expect(fileName('image', '2026-11-21T12:04:05.123Z', 'image/jpeg')).toBe('image-20261121-1204.jpg');
  expect(fileName('video', '2026-11-21T12:04:05Z', undefined)).toBe('video-20261121-1204');
});
