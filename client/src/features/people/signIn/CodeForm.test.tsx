// Typing the code, and where a right one leads (AUTH-23).
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { fail, never, ok, server, user, verified } from '@/net/server.fixture';
import { waitingFace } from '@/stores/face/pendingFace';
import {
  answer,
  boxes,
  codeField,
  emailField,
  login,
  openCode,
  openLogin,
  phoneField,
  playLogin,
  sends,
  verifies,
} from './login.fixture';

playLogin();

it('shows six boxes, the masked number, Verify, the countdown and Cancel (AUTH-24, AUTH-28, AUTH-29)', async () => {
  answer();
  await openCode();
  expect(boxes()).toHaveLength(6);
  expect(screen.getByText('555***4567')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Verify' })).toBeVisible();
  expect(screen.getByText(/Resend code in/)).toHaveTextContent(/Resend code in (1:00|0:5\d)/);
  expect(screen.getByRole('button', { name: 'Cancel' })).toBeVisible();
  const field = await codeField();
  expect(field).toHaveFocus();
  expect(field).toHaveAttribute('autocomplete', 'one-time-code');
  expect(field).toHaveAttribute('inputmode', 'numeric');
});

it('shows an address with two characters (AUTH-29)', async () => {
  answer();
  const { person } = await openLogin();
  await person.click(screen.getByRole('radio', { name: 'Email' }));
  await person.type(emailField(), 'ada@example.com{Enter}');
  expect(await screen.findByText('ad***@example.com')).toBeVisible();
});

it('takes one digit a box, goes forward, and back with Backspace (AUTH-25)', async () => {
  answer();
  const { person } = await openCode();
  await person.keyboard('1a2 3');
  expect(boxes()).toEqual(['1', '2', '3', '', '', '']);
  await person.keyboard('{Backspace}');
  expect(boxes()).toEqual(['1', '2', '', '', '', '']);
});

it('asks for all six digits (AUTH-26)', async () => {
  answer();
  const { person } = await openCode();
  await person.keyboard('123');
  await person.click(screen.getByRole('button', { name: 'Verify' }));
  expect(await screen.findByText('Enter all 6 digits')).toBeVisible();
  expect(verifies).toEqual([]);
});

it('sends a typed code once by itself and opens the dashboard (AUTH-27, AUTH-34, GEN-12)', async () => {
  answer();
  const { app, person } = await openCode();
  await person.keyboard('123456');
  await screen.findByRole('heading', { name: 'Dashboard' });
  expect(app.path()).toBe('/dashboard');
  expect(verifies).toEqual([{ identifier: '+15551234567', code: '123456' }]);
  expect(localStorage.getItem('token')).toBe('fresh');
  expect(JSON.parse(localStorage.getItem('user') ?? '')).toEqual(user);
});

it('cleans a pasted code and sends it once, also when Verify is pressed too (AUTH-27)', async () => {
  server.use(
    http.post('/api/auth/verify', async ({ request }) => {
      verifies.push(await request.json());
      await never();
    }),
  );
  const { person } = await openCode();
  await person.paste(' 12-34 56\n');
  await person.click(screen.getByRole('button', { name: 'Verify' }));
  await person.keyboard('{Enter}');
  await waitFor(() => expect(verifies).toHaveLength(1));
  expect(boxes()).toEqual(['1', '2', '3', '4', '5', '6']);
  expect(verifies).toEqual([{ identifier: '+15551234567', code: '123456' }]);
});

it.each([
  ['the server’s sentence', () => fail(400, 'That code has expired'), 'That code has expired'],
  ['Invalid code', () => HttpResponse.json({ success: false }, { status: 400 }), 'Invalid code'],
  ['Verification failed', () => HttpResponse.error(), 'Verification failed'],
  ['Verification failed', () => ok({ ...verified, session: undefined }), 'Verification failed'],
])('a wrong code: %s, boxes cleared, the first one ready (AUTH-30)', async (_, verify, text) => {
  answer({ verify });
  const { app, person } = await openCode();
  await person.keyboard('123456');
  expect(await screen.findByText(text)).toBeVisible();
  expect(boxes()).toEqual(['', '', '', '', '', '']);
  expect(await codeField()).toHaveFocus();
  expect(app.path()).toBe('/login');
  // The same code may be tried again.
  await person.keyboard('123456');
  await waitFor(() => expect(verifies).toHaveLength(2));
});

it('resends after 60 s, counts down anew and clears the boxes (AUTH-31)', async () => {
  answer();
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { person: _ } = await openCode();
  const person = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
  await person.keyboard('12');
  expect(screen.queryByRole('button', { name: 'RESEND CODE' })).not.toBeInTheDocument();
  act(() => vi.advanceTimersByTime(60_000));
  await person.click(await screen.findByRole('button', { name: 'RESEND CODE' }));
  expect(await screen.findByText(/A new code was sent to/)).toBeVisible();
  expect(sends).toHaveLength(2);
  expect(boxes()).toEqual(['', '', '', '', '', '']);
  expect(screen.getByText(/Resend code in/)).toHaveTextContent(/1:00|0:59/);
});

it('says so when the resend fails, and waits as long as the server says (AUTH-31, AUTH-10)', async () => {
  let refuse = false;
  answer({
    send: () => (refuse ? fail(429, 'Wait', 'limited', { 'Retry-After': '30' }) : ok({ message: 'sent' })),
  });
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await openCode();
  const person = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
  refuse = true;
  act(() => vi.advanceTimersByTime(60_000));
  await person.click(await screen.findByRole('button', { name: 'RESEND CODE' }));
  expect(await screen.findByText('Failed to resend')).toBeVisible();
  expect(screen.getByText(/Resend code in/)).toHaveTextContent(/0:30|0:29/);
});

it('goes back to an empty entry with Cancel (AUTH-33)', async () => {
  answer();
  const { person } = await openCode();
  await person.click(screen.getByRole('button', { name: 'Cancel' }));
  await login();
  expect(phoneField()).toHaveValue('');
});

describe('where a right code leads (AUTH-23)', () => {
  const face = { ...verified, session: undefined, tempToken: 'temporary' };
  it.each([
    [
      'an application before all else',
      { ...face, userType: 'application', requiresFaceEnrollment: true },
      '/apply/status',
    ],
    ['the next step of an application', { ...face, nextStep: 'application_status' }, '/apply/status'],
    [
      'enrolment before verification',
      { ...face, requiresFaceEnrollment: true, requiresFaceVerification: true },
      '/face-recognition',
    ],
    ['verification', { ...face, requiresFaceVerification: true }, '/face-recognition'],
  ])('%s', async (_, reply, path) => {
    answer({ verify: () => ok(reply) });
    const { app, person } = await openCode();
    await person.keyboard('123456');
    await waitFor(() => expect(app.path()).toBe(path));
    // None of these is a member's session (AUTH-18, AUTH-19, AUTH-22).
    expect(localStorage.getItem('token')).toBeNull();
  });

  it('keeps what the face step needs (AUTH-18)', async () => {
    answer({
      verify: () =>
        ok({
          ...face,
          requiresFaceEnrollment: true,
          previouslySkipped: true,
          isAdmin: true,
          language: 'en',
        }),
    });
    const { person } = await openCode();
    await person.keyboard('123456');
    await waitFor(() =>
      expect(waitingFace()).toEqual({
        step: 'enrollment',
        tempToken: 'temporary',
        userId: user.id,
        previouslySkipped: true,
        isAdmin: true,
        language: 'en',
      }),
    );
    expect(Object.values(localStorage).join()).not.toContain('temporary');
  });
});
