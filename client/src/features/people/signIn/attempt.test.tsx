import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { openAt } from '@/app/app.fixture';
import { storeAttempt, waitingAttempt } from './attempt';
import { answer, codeField, login, openLogin, phoneField, playLogin } from './login.fixture';

playLogin();

afterEach(() => {
  vi.restoreAllMocks();
  storeAttempt(null);
});

async function codeAskedFor() {
  answer();
  const { person } = await openLogin();
  await person.type(phoneField(), '5551234567');
  await person.click(await login());
  await codeField();
  return person;
}

// A phone evicted the page while its owner read the message, and the code was lost with it.
it('asks for the code again after a reload, for ten minutes (AUTH-12)', async () => {
  await codeAskedFor();
  cleanup();
  openAt('/login');
  expect(await codeField()).toBeVisible();
  expect(screen.getByText(/4567/)).toBeVisible();
  const later = Date.now() + 10 * 60_000;
  vi.spyOn(Date, 'now').mockReturnValue(later);
  expect(waitingAttempt()).toBeNull();
});

// A code that was sent again late in the ten minutes was lost with the first one's time.
it('is kept for ten minutes from the last code that was sent (AUTH-31)', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const person = await codeAskedFor();
  vi.advanceTimersByTime(9 * 60_000);
  await person.click(await screen.findByRole('button', { name: 'RESEND CODE' }));
  expect(await screen.findByText(/Resend code in/)).toBeVisible();
  vi.advanceTimersByTime(5 * 60_000);
  expect(waitingAttempt()).not.toBeNull();
});

it('is forgotten with Cancel (AUTH-33)', async () => {
  const person = await codeAskedFor();
  await person.click(screen.getByRole('button', { name: 'Cancel' }));
  cleanup();
  await openLogin();
  expect(phoneField()).toHaveValue('');
});
