import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openAt } from '@/app/app.fixture';
import { resolveSignIn } from '@/features/people/signIn/signIn';
import { speak } from '@/languages/texts';
import { server, user, verified } from '@/net/server.fixture';
import type { Application } from '@/wire/bodies.gen';
import {
  answer,
  email,
  fail,
  found,
  identified,
  lost,
  playApplication,
  sentTo,
  started,
  submitted,
} from './application.fixture';

playApplication();
afterEach(() => vi.useRealTimers());

/** Opens the page with the address that this browser has saved. */
function openSaved(application: Application | null) {
  localStorage.setItem('applicant_email', email);
  answer({ 'check-status': () => found(application) });
  return openAt('/apply/status');
}

const decided = (status: string, over: Partial<Application> = {}) => ({
  ...submitted,
  status,
  reviewed_at: '2026-01-05T10:00:00Z',
  ...over,
});

it('uses the saved address by itself (STAT-7)', async () => {
  openSaved(submitted);
  expect(await screen.findByRole('heading', { name: 'UNDER REVIEW' })).toBeVisible();
  expect(sentTo('check-status')).toEqual([{ email }]);
  expect(screen.getByText('COMPLETE - UNDER REVIEW')).toBeVisible();
  expect(screen.getByText('ADA REYES')).toBeVisible();
});

it('says how far it is in the language in use', async () => {
  await speak('de');
  openSaved(submitted);
  expect(await screen.findByText('VOLLSTÄNDIG - IN PRÜFUNG')).toBeVisible();
  await speak('en');
});

it('is proven by signing in as the applicant: no second code is asked for (STAT-3)', async () => {
  const tokens: (string | null)[] = [];
  server.use(
    http.post('/api/applications/check-status', ({ request }) => {
      tokens.push(request.headers.get('Authorization'));
      return found(tokens.at(-1) ? submitted : null);
    }),
  );
  const session = { token: 'applicant', user: { ...user, email }, faceVerified: false };
  expect(resolveSignIn({ ...verified, session, userType: 'application' })).toBe('/apply/status');
  openAt('/apply/status');
  expect(await screen.findByRole('heading', { name: 'UNDER REVIEW' })).toBeVisible();
  expect(tokens).toEqual(['Bearer applicant']);
});

describe('the labels and what can be done (STAT-4 to STAT-6)', () => {
  it.each([
    ['pending', 'UNDER REVIEW', null],
    ['accepted', 'ACCEPTED', 'LOGIN'],
    ['rejected', 'NOT ACCEPTED', null],
    ['on_hold', 'ON HOLD', null],
    ['reapply', 'REAPPLICATION AVAILABLE', 'UPDATE & RESUBMIT'],
    ['something', 'UNDER REVIEW', null],
  ])('%s is %s', async (status, label, action) => {
    openSaved(decided(status, { expedited: true, phone: null }));
    expect(await screen.findByRole('heading', { name: label })).toBeVisible();
    expect(screen.getByText('EXPEDITED')).toBeVisible();
    expect(screen.getByText('NOT PROVIDED')).toBeVisible();
    for (const name of ['LOGIN', 'UPDATE & RESUBMIT', 'CONTINUE APPLICATION'])
      expect(screen.queryAllByRole('link', { name })).toHaveLength(name === action ? 1 : 0);
    expect(screen.getByRole('button', { name: 'CHECK ANOTHER APPLICATION' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'NEW APPLICATION' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'RETURN HOME' })).toBeVisible();
  });

  it('goes on with what was not submitted', async () => {
    openSaved({ ...identified, current_stage: 2 });
    expect(await screen.findByText('INCOMPLETE - STAGE 2 OF 4')).toBeVisible();
    answer({ start: () => started({ ...identified, current_stage: 2 }) });
    await userEvent.click(screen.getByRole('link', { name: 'CONTINUE APPLICATION' }));
    expect(await screen.findByText('STAGE 2 OF 4')).toBeVisible();
  });

  it('forgets the address for another one', async () => {
    openSaved(submitted);
    await userEvent.click(await screen.findByRole('button', { name: 'CHECK ANOTHER APPLICATION' }));
    expect(await screen.findByRole('textbox', { name: 'E-mail address' })).toHaveValue('');
    expect(localStorage.getItem('applicant_email')).toBeNull();
  });
});

it.each([
  ['a refusal without words', () => fail(404, ''), 'NO APPLICATION FOUND'],
  ['no answer', lost, 'SYSTEM ERROR'],
  ['the server in trouble', () => fail(500, 'Oh'), 'SYSTEM ERROR'],
  ['a refusal', () => fail(429, 'TOO MANY REQUESTS'), 'TOO MANY REQUESTS'],
])('says what went wrong: %s (STAT-2)', async (_, reply, text) => {
  answer({ 'check-status': reply });
  openAt('/apply/status');
  const field = await screen.findByRole('textbox', { name: 'E-mail address' });
  await userEvent.click(screen.getByRole('button', { name: 'CHECK STATUS' }));
  expect(field).toHaveAccessibleDescription('REQUIRED');
  await userEvent.type(field, 'ADA@Example.com{Enter}');
  expect(await screen.findByText(text)).toBeVisible();
  expect(sentTo('check-status')).toEqual([{ email }]);
});

describe('the code (STAT-3)', () => {
  it('proves the address', async () => {
    openSaved(null);
    const code = await screen.findByRole('textbox', { name: 'Status code, 6 digits' });
    expect(code).toHaveFocus();
    answer({ 'check-status': () => fail(404, 'NO APPLICATION FOUND', 'application_not_found') });
    await userEvent.type(code, '111111{Enter}');
    expect(await screen.findByText('NO APPLICATION FOUND')).toBeVisible();
    answer({ 'check-status': () => found(submitted) });
    await userEvent.type(code, '123456{Enter}');
    expect(await screen.findByRole('heading', { name: 'UNDER REVIEW' })).toBeVisible();
    expect(sentTo('check-status').at(-1)).toEqual({ email, code: '123456' });
  });

  // Each look without a proof has a code mailed: a reload would make the first one worthless.
  it('is asked for once, whatever is reloaded', async () => {
    const app = openSaved(null);
    await screen.findByRole('textbox', { name: 'Status code, 6 digits' });
    app.unmount();
    openAt('/apply/status');
    await screen.findByRole('textbox', { name: 'Status code, 6 digits' });
    expect(sentTo('check-status')).toHaveLength(1);
    await userEvent.click(await screen.findByRole('button', { name: 'Send another code' }));
    await waitFor(() => expect(sentTo('check-status')).toHaveLength(2));
  });
});

describe('while the page is shown', () => {
  const seconds = (n: number) => act(() => vi.advanceTimersByTimeAsync(n * 1000));

  it('moves by itself when the desk decides', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    openSaved(submitted);
    await screen.findByRole('heading', { name: 'UNDER REVIEW' });
    answer({ 'check-status': () => found(decided('accepted')) });
    await seconds(11);
    expect(await screen.findByRole('heading', { name: 'ACCEPTED' })).toBeVisible();
    // What is shown stays when the line is lost.
    answer({ 'check-status': lost });
    await seconds(11);
    expect(screen.getByRole('heading', { name: 'ACCEPTED' })).toBeVisible();
    expect(screen.queryByText('SYSTEM ERROR')).not.toBeInTheDocument();
  });

  it('asks no more once the proof is lost', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    openSaved(submitted);
    await screen.findByRole('heading', { name: 'UNDER REVIEW' });
    answer({ 'check-status': () => found(null) });
    await seconds(11);
    await screen.findByRole('textbox', { name: 'Status code, 6 digits' });
    const asked = sentTo('check-status').length;
    await seconds(60);
    expect(sentTo('check-status')).toHaveLength(asked);
  });
});
