import { expect, it } from 'vitest';
import { fileKind, uploadFault } from './upload';

const mebibyte = 2 ** 20;
const wrongType = 'Invalid file type. Please select an image, video, or audio file.';

it.each([
  ['image/jpeg', 10 * mebibyte, null],
  ['image/png', 10 * mebibyte + 1, 'File too large. Maximum size: 10MB'],
  ['audio/webm;codecs=opus', 10 * mebibyte, null],
  ['audio/ogg', 10 * mebibyte + 1, 'File too large. Maximum size: 10MB'],
  ['video/quicktime', 100 * mebibyte, null],
  ['video/mp4', 100 * mebibyte + 1, 'File too large. Maximum size: 100MB'],
  ['image/svg+xml', 10, wrongType],
  ['text/html', 10, wrongType],
  ['', 10, wrongType],
])('%s of %i bytes: %s (MEDIA-2, MEDIA-3, MEDIA-15)', (type, size, want) => {
  expect(uploadFault({ type, size })).toBe(want);
});

it("asks for a file when there is none: 'Please select a file to upload' (MEDIA-4)", () => {
  expect(uploadFault(null)).toBe('Please select a file to upload');
});

it('reads a type without its parameters and its case', () => {
  expect(fileKind('Audio/WebM; codecs=opus')).toBe('audio');
  expect(fileKind('constructor')).toBeNull();
});
