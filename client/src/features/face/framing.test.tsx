// Hints of a browser that finds faces itself.
import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { ok } from '@/net/server.fixture';
import { answer, button, calls, openFace, pass, playFace, session } from './face.fixture';
import { framingOf } from './useFraming';

playFace();
afterEach(() => Reflect.deleteProperty(window, 'FaceDetector'));

const face = (x: number, y: number, width: number, height: number) => ({
  boundingBox: { x, y, width, height },
});
const middle = face(500, 200, 280, 320);

function findFaces(detect: () => Promise<ReturnType<typeof face>[]>) {
  const made = vi.fn();
  window.FaceDetector = class {
    constructor(options: unknown) {
      made(options);
    }
    detect = detect;
  };
  return made;
}

it.each([
  ['none', []],
  ['several', [middle, face(0, 0, 200, 200)]],
  ['far', [face(600, 300, 100, 120)]],
  ['aside', [face(0, 200, 280, 320)]],
  ['aside', [face(500, 400, 280, 320)]],
  ['good', [middle]],
])('says %s of what is in the picture', (framing, faces) => {
  expect(framingOf(faces, 1280, 720)).toBe(framing);
});

it('says how to move, and takes the picture all the same (FACE-24)', async () => {
  answer('verify', () => ok({ verified: true, message: '', session, attemptsLeft: 2 }));
  vi.spyOn(HTMLVideoElement.prototype, 'videoHeight', 'get').mockReturnValue(720);
  let faces = [face(600, 300, 100, 120)];
  const made = findFaces(async () => faces);
  openFace();
  const hint = await screen.findByText('Come closer.');
  expect(hint).toHaveAttribute('role', 'status');
  faces = [];
  await pass(600);
  expect(await screen.findByText('No face is seen yet.')).toBeVisible();
  expect(made).toHaveBeenCalledTimes(1);
  await pass(4_000);
  await waitFor(() => expect(calls).toHaveLength(1));
  expect(Object.keys(calls[0]?.body ?? {}).sort()).toEqual([
    'imageBase64',
    'language',
    'screenResolution',
    'tempToken',
    'timezone',
  ]);
});

it('says nothing where the finder does not work', async () => {
  const detect = vi.fn(() => Promise.reject(new DOMException('', 'NotSupportedError')));
  findFaces(detect);
  openFace();
  await waitFor(() => expect(detect).toHaveBeenCalledTimes(1));
  await pass(2_000);
  expect(detect).toHaveBeenCalledTimes(1);
  expect(await button('TAKE PICTURE')).not.toHaveAttribute('aria-busy');
  expect(screen.queryByText('No face is seen yet.')).not.toBeInTheDocument();
});
