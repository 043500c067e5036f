// Showing a face at sign-in: attempts, skips, outages, and the camera.
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { speak } from '@/languages/texts';
import { fail, ok } from '@/net/server.fixture';
import {
  answer,
  answered,
  button,
  calls,
  devices,
  focused,
  getUserMedia,
  heading,
  openFace,
  pass,
  playFace,
  session,
  stop,
} from './face.fixture';

playFace();

const refused = (attemptsLeft: number) => () =>
  ok({
    verified: false,
    message: 'Verification failed - confidence too low. Please try again.',
    attemptsLeft,
  });
const tooLow = 'Verification failed - confidence too low. Please try again.';
const maximum = 'Maximum verification attempts reached. Please try logging in again.';

type Person = ReturnType<typeof openFace>['person'];
const ready = () =>
  waitFor(async () => expect(await button('TAKE PICTURE')).not.toHaveAttribute('aria-busy'));
async function attempt(person: Person) {
  await heading('Check your face');
  await ready();
  await person.click(await button('TAKE PICTURE'));
}
const skip = () => screen.queryByRole('button', { name: 'Skip verification' });

it('compares, says so for two seconds, and goes to the dashboard (FACE-7, FACE-12, FACE-20)', async () => {
  answer('verify', () =>
    ok({ verified: true, message: 'Your face was recognised.', session, attemptsLeft: 2 }),
  );
  const { person, path } = openFace();
  await focused('Check your face');
  await attempt(person);
  await focused('It is you');
  expect(calls).toHaveLength(1);
  expect(calls[0]).toMatchObject({
    path: 'verify',
    token: 'Bearer temporary',
    body: { tempToken: 'temporary' },
  });
  expect(calls[0]?.body).not.toHaveProperty('consent');
  // The camera is let go (FACE-26).
  expect(stop).toHaveBeenCalledTimes(1);
  await pass(1_900, answered.at);
  expect(path()).toBe('/face-recognition');
  await pass(200);
  await waitFor(() => expect(path()).toBe('/dashboard'));
  expect(localStorage.getItem('token')).toBe(session.token);
});

// The account's language was first spoken on the screens after this one.
it('speaks the language of the member', async () => {
  openFace({ language: 'de' });
  expect(await screen.findByText(/Versuch 1 von 3/)).toBeVisible();
  await act(() => speak('en'));
});

it('takes the picture by itself three seconds after the first one (FACE-24)', async () => {
  answer('verify', () => ok({ verified: true, message: '', session, attemptsLeft: 2 }));
  const opened = Date.now();
  openFace();
  await screen.findByText(/by itself in 3 seconds/);
  await pass(3_900, opened);
  expect(calls).toHaveLength(0);
  await pass(200);
  await waitFor(() => expect(calls).toHaveLength(1));
});

it('takes none by itself once that is switched off, and keeps the keyboard where it is', async () => {
  answer('verify', () => ok({ verified: true, message: '', session, attemptsLeft: 2 }));
  devices.mockResolvedValue([{ kind: 'videoinput' }, { kind: 'videoinput' }]);
  const { person } = openFace();
  await screen.findByText(/by itself in 3 seconds/);
  const count = screen.getByRole('timer');
  expect(count).toHaveAttribute('aria-live', 'assertive');
  await pass(1_100);
  expect(count).toHaveTextContent('3');
  await pass(1_000);
  expect(count).toHaveTextContent('2');

  const timer = await button('Do not take it by itself');
  timer.focus();
  // Held, it presses what has the focus three times.
  await person.keyboard('{Enter>3/}');
  expect(timer).toHaveFocus();
  expect(timer).toHaveTextContent('Take it by itself');
  expect(count).toBeEmptyDOMElement();
  await pass(10_000);
  expect(calls).toHaveLength(0);
  expect(await screen.findByText('Take the picture when you are ready.')).toBeVisible();

  const turn = await button('Switch camera');
  turn.focus();
  let start: (stream: unknown) => void = () => {};
  getUserMedia.mockReturnValue(new Promise((done) => (start = done)));
  await person.keyboard('{Enter}');
  await waitFor(() => expect(turn).toHaveAttribute('aria-busy', 'true'));
  expect(turn).toHaveFocus();
  start({ getTracks: () => [{ stop }] });
  await ready();

  // A picture that is not there ends the count, and leaves the button that had the focus.
  timer.focus();
  await person.keyboard('{Enter}');
  vi.spyOn(HTMLMediaElement.prototype, 'readyState', 'get').mockReturnValue(0);
  await pass(4_100);
  expect(await screen.findByText('Camera not ready. Please try again.')).toBeVisible();
  expect(timer).toHaveFocus();
  expect(timer).toHaveTextContent('Take it by itself');
  expect(calls).toHaveLength(0);
});

it('counts to three and ends there, also after a reload (FACE-7, FACE-8, FACE-14, FACE-36)', async () => {
  answer('verify', refused(2), refused(1), refused(0));
  const { person } = openFace();
  expect(await screen.findByText('Attempt 1 of 3')).toBeVisible();
  await attempt(person);
  expect(await screen.findByText(tooLow)).toBeVisible();
  expect(screen.getByText('Attempt 2 of 3')).toBeVisible();
  expect(skip()).not.toBeInTheDocument();
  await attempt(person);
  expect(await screen.findByText('Attempt 3 of 3')).toBeVisible();
  await attempt(person);
  expect(await screen.findByText(maximum)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'TRY AGAIN' })).not.toBeInTheDocument();
  expect(calls).toHaveLength(3);
  // No picture is kept anywhere.
  expect(Object.values(sessionStorage).join() + Object.values(localStorage).join()).not.toContain('base64');

  cleanup();
  const { storeFace, waitingFace } = await import('@/stores/face/pendingFace');
  const kept = waitingFace();
  expect(kept?.failures).toBe(3);
  storeFace(kept);
  const again = openFace(kept);
  expect(await screen.findByText(maximum)).toBeVisible();
  await again.person.click(await button('BACK TO LOGIN'));
  await pass(10);
  await waitFor(() => expect(again.path()).toBe('/login'));
});

it.each(['face_attempts', 'face_attempts_day'])(
  'believes the count of the server: %s (FACE-14)',
  async (code) => {
    answer('verify', () => fail(429, maximum, code));
    const { person } = openFace();
    await attempt(person);
    expect(await screen.findByText(maximum)).toBeVisible();
    expect(skip()).toBeVisible();
  },
);

it('lets whoever has failed three times skip, for that reason (FACE-10, FACE-13)', async () => {
  answer('skip', () => ok({ session: { ...session, faceVerified: false } }));
  const { person, path } = openFace({ failures: 3 });
  await person.click(await button('Skip verification'));
  expect(await heading('Skipped')).toBeVisible();
  expect(calls[0]?.body).toEqual({ skipType: 'verification', skipReason: 'failed_attempts' });
  await pass(1_400, answered.at);
  expect(path()).toBe('/face-recognition');
  await pass(200);
  await waitFor(() => expect(path()).toBe('/dashboard'));
  expect(localStorage.getItem('face_enrollment_skipped')).toBeNull();
});

it('lets administrators skip at all times (FACE-10)', async () => {
  answer(
    'skip',
    () => fail(403, ''),
    () => ok({ session }),
  );
  const { person } = openFace({ isAdmin: true });
  await person.click(await button('Skip verification'));
  expect(await screen.findByText('Failed to skip verification. Please try again.')).toBeVisible();
  await person.click(await button('Skip verification'));
  expect(await heading('Skipped')).toBeVisible();
  expect(calls.map(({ body }) => body.skipReason)).toEqual(['admin_skip', 'admin_skip']);
});

it('counts no picture without a face', async () => {
  answer('verify', () => fail(400, 'No face was found in the picture. Please try again.', 'face_missing'));
  const { person } = openFace();
  await attempt(person);
  expect(await screen.findByText(/^No face was found/)).toBeVisible();
  expect(screen.getByText('Attempt 1 of 3')).toBeVisible();
});

it.each([
  ['a refusal that mentions the confidence', () => fail(400, 'The CONFIDENCE is 40'), tooLow],
  ['a refusal without a sentence', () => ok({ verified: false, attemptsLeft: 2 }), 'Verification failed'],
  ['another refusal', () => ok({ verified: false, message: 'Not you', attemptsLeft: 2 }), 'Not you'],
  // The server counts it: the page still offered an attempt that there no longer was.
  [
    'a picture that came before',
    () => fail(400, 'This picture was used before.', 'face_replay'),
    /used before/,
  ],
])('counts %s (FACE-18, FACE-19)', async (_, reply, text) => {
  answer('verify', reply);
  const { person } = openFace();
  await attempt(person);
  expect(await screen.findByText(text)).toBeVisible();
  expect(screen.getByText('Attempt 2 of 3')).toBeVisible();
});

it.each([
  [
    'checks that are away',
    () => fail(503, 'Face checks are away', 'face_unavailable'),
    'Face checks are away',
  ],
  ['a call without an answer', () => Response.error(), 'Face verification failed. Please try again.'],
  [
    'a session in an answer that failed',
    () => Response.json({ success: false, message: 'Away', verified: true, session }, { status: 503 }),
    'Away',
  ],
])('offers to try again after %s, and counts nothing (FACE-9)', async (_, reply, text) => {
  answer('verify', reply);
  const { person } = openFace();
  await attempt(person);
  expect(await screen.findByText(text)).toBeVisible();
  expect(localStorage.getItem('token')).toBeNull();
  expect(await button('BACK TO LOGIN')).toBeVisible();
  await person.click(await button('TRY AGAIN'));
  expect(await screen.findByText('Attempt 1 of 3')).toBeVisible();
});

it.each([
  ['NotAllowedError', 'Camera permission denied. Please allow camera access to continue.'],
  ['NotFoundError', 'No camera found. Please ensure your device has a camera.'],
  ['NotReadableError', 'Camera is already in use. Please close other apps using the camera.'],
  ['AbortError', 'Failed to access camera. Please try again.'],
])('says that it needs the camera after %s, and tries again (FACE-21, FACE-25)', async (name, text) => {
  getUserMedia.mockRejectedValueOnce(new DOMException('', name));
  const { person } = openFace();
  await focused('Camera access required');
  const refused = screen.getByText(text);
  expect(refused).toBeVisible();
  // Above the heading, as every other failure. It stood below.
  const title = screen.getByRole('heading', { level: 2 });
  expect(refused.compareDocumentPosition(title) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  await person.click(await button('TRY AGAIN'));
  expect(await heading('Check your face')).toBeVisible();
});

it('says that there is no camera to ask for (FACE-25)', async () => {
  Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: undefined });
  openFace();
  expect(await screen.findByText('Camera API not available. Please use HTTPS.')).toBeVisible();
});

it('turns to the other camera only where there is one (FACE-22, FACE-23)', async () => {
  const first = openFace();
  await screen.findByText(/by itself in 3 seconds/);
  expect(screen.queryByRole('button', { name: 'Switch camera' })).not.toBeInTheDocument();
  expect(getUserMedia.mock.calls[0]?.[0]).toEqual({
    audio: false,
    video: { facingMode: 'user', width: { ideal: 1280, min: 640 }, height: { ideal: 720, min: 480 } },
  });
  first.unmount();
  // Left: the camera is let go (FACE-26).
  expect(stop).toHaveBeenCalledTimes(1);

  devices.mockResolvedValue([{ kind: 'videoinput' }, { kind: 'audioinput' }, { kind: 'videoinput' }]);
  const { person } = openFace();
  await person.click(await button('Switch camera'));
  await waitFor(() => expect(getUserMedia).toHaveBeenCalledTimes(3));
  expect(getUserMedia.mock.calls[2]?.[0]).toMatchObject({ video: { facingMode: 'environment' } });
});
