// What a member reads of a check that failed, in another language than English.
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

it('says what the server says', () => {
  expect(refused('Das bist nicht du')).toMatchObject({ kind: 'attempt', text: 'Das bist nicht du', left: 2 });
  expect(refused('')).toMatchObject({ text: 'Prüfung fehlgeschlagen' });
  expect(refused('The confidence is 40')).toMatchObject({
    text: expect.stringMatching(/^Prüfung fehlgeschlagen – /),
  });
  expect(failed(400, 'Dieses Bild gab es schon.', 'face_replay')).toMatchObject({
    kind: 'attempt',
    text: 'Dieses Bild gab es schon.',
  });
  expect(failed(429, 'Zu viele Versuche.', 'face_attempts')).toMatchObject({
    kind: 'attempt',
    text: 'Zu viele Versuche.',
    left: 0,
  });
});

it('counts no picture that cannot be read', () => {
  expect(failed(400, 'The picture cannot be read.', 'face_picture_refused').kind).toBe('picture');
});
