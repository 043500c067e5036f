// Adding a face, from the sign-in's answer to the session.
import { screen, waitFor } from '@testing-library/react';
import { http } from 'msw';
import { expect, it, vi } from 'vitest';
import { signIn } from '@/app/app.fixture';
import { config, fail, ok, server } from '@/net/server.fixture';
import { waitingFace } from '@/stores/face/pendingFace';
import { useSession } from '@/stores/session/session';
import {
  answer,
  answered,
  button,
  calls,
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

const consent = () => screen.findByRole('checkbox', { name: /^I agree/ });

async function openCapture(change = {}) {
  const open = openFace({ step: 'enrollment', ...change });
  await heading('Add your face');
  await open.person.click(await consent());
  await open.person.click(await button('CONTINUE'));
  await heading('Allow the camera');
  await open.person.click(await button('ALLOW CAMERA'));
  await heading('Look into the camera');
  return open;
}

async function openPreview(change = {}) {
  const open = await openCapture(change);
  await waitFor(async () => expect(await button('TAKE PICTURE')).not.toHaveAttribute('aria-busy'));
  await open.person.click(await button('TAKE PICTURE'));
  await heading('Is this you?');
  return open;
}

it('goes to the sign-in after half a second without a step (FACE-1)', async () => {
  const app = openFace(null);
  expect(await screen.findByText(/no sign-in to finish/)).toBeVisible();
  expect(app.path()).toBe('/face-recognition');
  await pass(500);
  await waitFor(() => expect(app.path()).toBe('/login'));
});

it('forgets a step whose token is older than ten minutes (FACE-1)', () => {
  openFace({}).unmount();
  expect(waitingFace()).not.toBeNull();
  vi.setSystemTime(Date.now() + 10 * 60_000);
  expect(waitingFace()).toBeNull();
});

it("shows no member another one's step", () => {
  signIn();
  openFace({ userId: 'somebody else' }).unmount();
  expect(waitingFace()).toBeNull();
});

it('says that a step is none (FACE-2)', async () => {
  openFace({ step: 'dance' as never });
  expect(await heading('Invalid face recognition step')).toBeVisible();
});

it('asks for consent before the camera, in a box that nobody has ticked (FACE-29)', async () => {
  const { person } = openFace({ step: 'enrollment' });
  await focused('Add your face');
  expect(await consent()).not.toBeChecked();
  for (const words of [
    /check at sign-in/,
    /this server itself/,
    /all encrypted/,
    /30 days/,
    /Remove my face data/,
  ])
    expect(screen.getByText(words)).toBeVisible();
  await person.click(await button('CONTINUE'));
  expect(await screen.findByText(/Please tick the box first/)).toBeVisible();
  expect(getUserMedia).not.toHaveBeenCalled();
});

it.each([
  [30, 365, /Pictures of checks for 30 days\. .* at most 365 days after your last sign-in/],
  [1, 0, /Pictures of checks for 1 day\. The picture you take now until you remove it\.$/],
  [0, 0, /Pictures of checks as long as the picture you take now\./],
])('names how long faces are kept: %i and %i days', async (facePicturesDays, faceEnrolmentDays, text) => {
  server.use(http.get('/api/config', () => ok({ ...config, facePicturesDays, faceEnrolmentDays })));
  openFace({ step: 'enrollment' });
  expect(await screen.findByText(text)).toBeVisible();
});

it('runs from the intro to the dashboard (FACE-3, FACE-5, FACE-11, FACE-20)', async () => {
  answer('enroll', () => ok({ message: 'Stored', session }));
  const { person, path } = await openPreview();
  await focused('Is this you?');
  // The camera is let go as soon as there is a picture (FACE-26).
  expect(stop).toHaveBeenCalled();
  await person.click(await button('USE THIS PICTURE'));
  expect(await heading('Your face is added')).toBeVisible();
  expect(calls).toEqual([
    {
      path: 'enroll',
      token: 'Bearer temporary',
      body: {
        imageBase64: `data:image/jpeg;base64,${btoa('face')}`,
        tempToken: 'temporary',
        screenResolution: `${window.screen.width}x${window.screen.height}`,
        timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
        language: navigator.language,
        consent: true,
        consentVersion: '2026-12-embedded-30-365',
      },
    },
  ]);
  await pass(1_900, answered.at);
  expect(path()).toBe('/face-recognition');
  await pass(200);
  await waitFor(() => expect(path()).toBe('/dashboard'));
  expect(localStorage.getItem('token')).toBe(session.token);
  expect(Object.values(localStorage).join() + Object.values(sessionStorage).join()).not.toContain(
    'temporary',
  );
});

it('takes another picture, and keeps nothing of the first (FACE-4, FACE-36)', async () => {
  const { person } = await openPreview();
  await person.click(await button('Retake'));
  expect(await heading('Look into the camera')).toBeVisible();
  expect(URL.revokeObjectURL).toHaveBeenCalledWith('blob:face');
  expect(getUserMedia).toHaveBeenCalledTimes(2);
});

it.each([
  ['the sentence of the server', () => fail(400, 'No face was found'), 'No face was found'],
  ['of a refusal without a sentence', () => fail(400, ''), 'Enrollment failed'],
  ['of an answer that says no', () => ok({ success: false }), 'Enrollment failed'],
  ['of a call without an answer', () => Response.error(), 'Failed to enroll face. Please try again.'],
  ['of checks that are away', () => fail(503, 'Face checks are away'), 'Face checks are away'],
])('returns to the picture with %s (FACE-5, FACE-19)', async (_, reply, text) => {
  answer('enroll', reply);
  const { person } = await openPreview();
  await person.click(await button('USE THIS PICTURE'));
  expect(await screen.findByText(text)).toBeVisible();
  expect(screen.getByText(text).closest('[role=alert]')).not.toBeNull();
  expect(await button('RETRY')).toBeVisible();
  expect(useSession.getState().token).toBeNull();
});

it('takes no session from an answer that failed', async () => {
  answer('enroll', () => Response.json({ success: false, message: 'Away', session }, { status: 503 }));
  const { person } = await openPreview();
  await person.click(await button('USE THIS PICTURE'));
  expect(await screen.findByText('Away')).toBeVisible();
  expect(localStorage.getItem('token')).toBeNull();
});

it.each([
  [false, 'Remind me later'],
  [true, 'Maybe later'],
])('skips, and notes it on the device (FACE-6, FACE-13, FACE-35)', async (previouslySkipped, label) => {
  // What the server says decides the label.
  if (!previouslySkipped) localStorage.setItem('face_enrollment_skipped', 'true');
  answer('skip', () => ok({ session }));
  const { person, path } = openFace({ step: 'enrollment', previouslySkipped });
  await heading('Add your face');
  await person.click(await button(label));
  expect(await heading('Skipped')).toBeVisible();
  expect(calls[0]).toMatchObject({ token: 'Bearer temporary', body: { skipType: 'enrollment' } });
  expect(calls[0]?.body).toHaveProperty('timezone');
  expect(localStorage.getItem('face_enrollment_skipped')).toBe('true');
  await pass(1_400, answered.at);
  expect(path()).toBe('/face-recognition');
  await pass(200);
  await waitFor(() => expect(path()).toBe('/dashboard'));
});

it('says that a skip was refused (FACE-19)', async () => {
  answer('skip', () => Response.error());
  const { person } = openFace({ step: 'enrollment' });
  await person.click(await button('Remind me later'));
  expect(await screen.findByText('Failed to skip enrollment. Please try again.')).toBeVisible();
  expect(localStorage.getItem('face_enrollment_skipped')).toBeNull();
});

it('goes to the sign-in when the answer brings no session (FACE-20)', async () => {
  answer('enroll', () => ok());
  const { person, path } = await openPreview();
  await person.click(await button('USE THIS PICTURE'));
  await heading('Your face is added');
  await pass(2_000);
  await waitFor(() => expect(path()).toBe('/login'));
});

it('goes to the sign-in after three seconds when the token is dead (FACE-20)', async () => {
  answer('enroll', () => fail(401, 'Unauthorized', 'unauthorized'));
  const { person, path } = await openPreview();
  await person.click(await button('USE THIS PICTURE'));
  expect(await screen.findByText(/sign-in has expired/)).toBeVisible();
  await pass(2_900, answered.at);
  expect(path()).toBe('/face-recognition');
  await pass(200);
  await waitFor(() => expect(path()).toBe('/login'));
});

it('leaves a signed-in member the session, whatever becomes of the step (FACE-34)', async () => {
  signIn();
  answer('enroll', () => fail(401, 'Unauthorized', 'unauthorized'));
  const { person, path } = await openPreview({ signedIn: true });
  await person.click(await button('USE THIS PICTURE'));
  await screen.findByText(/sign-in has expired/);
  await pass(3_000);
  // Who is signed in is led on from the sign-in.
  await waitFor(() => expect(path()).toBe('/dashboard'));
  expect(localStorage.getItem('token')).toBe('kept');
});
