// The login page through the real routes, with the two calls answered.
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest';
import { openAt, tidy } from '@/app/app.fixture';
import { ok, server, verified } from '@/net/server.fixture';

/** What the two calls were sent, in their order. */
export const sends: unknown[] = [];
export const verifies: unknown[] = [];

/** Answers the two calls and keeps what they were sent. */
export function answer(options: { send?: () => Response; verify?: () => Response } = {}) {
  server.use(
    http.post('/api/auth/send-verification', async ({ request }) => {
      sends.push(await request.json());
      return options.send?.() ?? ok({ message: 'sent' });
    }),
    http.post('/api/auth/verify', async ({ request }) => {
      verifies.push(await request.json());
      return options.verify?.() ?? ok(verified);
    }),
  );
}

export const login = () => screen.findByRole('button', { name: 'LOGIN' });
export const phoneField = () => screen.getByRole('textbox', { name: 'Phone number' });
export const emailField = () => screen.getByRole('textbox', { name: 'Email address' });
export const codeField = () => screen.findByRole('textbox', { name: 'Login code, 6 digits' });
export const boxes = () => screen.getAllByTestId('code-box').map((box) => box.textContent);

export async function openLogin() {
  const app = openAt('/login');
  await login();
  return { app, person: userEvent.setup() };
}

export async function openCode() {
  const open = await openLogin();
  await open.person.type(phoneField(), '5551234567');
  await open.person.click(await login());
  const field = await codeField();
  // It has the focus a moment after it is there; what is typed before is lost.
  await waitFor(() => expect(field).toHaveFocus());
  return open;
}

/** Serves the calls for every test of a file, and leaves nothing behind. */
export function playLogin() {
  beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
  beforeEach(() => {
    sends.length = 0;
    verifies.length = 0;
  });
  afterEach(() => {
    vi.useRealTimers();
    tidy();
  });
  afterAll(() => server.close());
}
