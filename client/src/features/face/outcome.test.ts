// What a member reads of a check that failed, in a language that the server does not speak.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { speak } from '@/languages/texts';
import { ApiError } from '@/net/api';
import { verifyFailure, verifyRefusal } from './outcome';

beforeEach(() => speak('de'));
afterEach(() => speak('en'));

const refused = (message: string) =>
  verifyRefusal({ success: true, verified: false, message, attemptsLeft: 2 } as Parameters<
    typeof verifyRefusal
  >[0]);
const failed = (status: number, message: string, code: string) =>
  verifyFailure(new ApiError(status, message, code));

it('says no refusal in English', () => {
  expect(refused('Not you')).toMatchObject({ kind: 'attempt', text: 'Prüfung fehlgeschlagen', left: 2 });
  expect(refused('The confidence is 40')).toMatchObject({
    text: expect.stringMatching(/^Prüfung fehlgeschlagen – /),
  });
  expect(failed(400, 'This picture was used before.', 'face_replay')).toMatchObject({
    kind: 'attempt',
    text: expect.not.stringContaining('This picture'),
  });
  expect(failed(429, 'Maximum verification attempts reached.', 'face_attempts')).toMatchObject({
    kind: 'attempt',
    text: expect.not.stringContaining('Maximum'),
    left: 0,
  });
});

it('counts no picture that cannot be read', () => {
  expect(failed(400, 'The picture cannot be read.', 'face_picture_refused').kind).toBe('picture');
});
