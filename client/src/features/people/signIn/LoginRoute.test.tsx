import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { answer, codeField, login, openLogin, phoneField, playLogin } from './login.fixture';

playLogin();

const reloaded = vi.hoisted(() => vi.fn(async () => true));
vi.mock('@/net/loadModule', async (original) => ({
  ...(await original<typeof import('@/net/loadModule')>()),
  reloadPage: reloaded,
}));

it('says that the code screen could not be fetched, and fetches it again (GEN-19)', async () => {
  // A lost line between the two steps was a crash, and the code that was sent was lost with it.
  vi.doMock('./CodeForm', () => {
    throw new TypeError('Failed to fetch dynamically imported module');
  });
  answer();
  const { person } = await openLogin();
  await person.type(phoneField(), '5551234567');
  await person.click(await login());
  expect(await screen.findByText(/code screen could not be loaded/)).toBeVisible();
  vi.doUnmock('./CodeForm');
  await person.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await codeField()).toBeVisible();
});

it('loads the page anew when the code screen fails again: a browser may not fetch it twice', async () => {
  vi.doMock('./CodeForm', () => {
    throw new TypeError('Failed to fetch dynamically imported module');
  });
  answer();
  const { person } = await openLogin();
  await person.type(phoneField(), '5551234567');
  await person.click(await login());
  await person.click(await screen.findByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(reloaded).toHaveBeenCalledTimes(1));
  vi.doUnmock('./CodeForm');
});
