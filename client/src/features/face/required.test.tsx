// The dialog that leads to adding a face, where the server refuses what needs one.
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { openAt, signIn, tidy } from '@/app/app.fixture';
import { config, fail, ok, server, user } from '@/net/server.fixture';
import { askForFace, closeFaceRequired } from '@/stores/face/faceRequired';

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterEach(() => {
  closeFaceRequired();
  tidy();
  sessionStorage.clear();
});
afterAll(() => server.close());

const dialog = () => screen.findByRole('dialog', { name: 'Face verification required' });
const refused = () => fail(403, 'This is open only to members with a verified face', 'face_required');

async function openDashboard() {
  signIn();
  const app = openAt('/dashboard');
  await screen.findByRole('heading', { name: 'Dashboard' });
  return { ...app, person: userEvent.setup() };
}

it('asks after a refused emergency message, and keeps what was written (FACE-32, FACE-33)', async () => {
  server.use(
    http.get('/api/emergency/rate-limit', () => ok({ countThisHour: 0, countToday: 0 })),
    http.get('/api/emergency/history', () => ok({ history: [] })),
    http.post('/api/emergency/send', refused),
  );
  signIn();
  openAt('/emergency');
  const person = userEvent.setup();
  await person.type(await screen.findByRole('textbox'), 'there is a threat here');
  await person.click(screen.getByRole('button', { name: 'SEND EMERGENCY MESSAGE' }));
  await person.click(await screen.findByRole('button', { name: 'SEND NOW' }));
  expect(await dialog()).toHaveTextContent(/^.*Emergency messages can be sent only by members/);
  expect(screen.getByText(/reminded at your next login/)).toBeVisible();
  await person.click(screen.getByRole('button', { name: 'MAYBE LATER' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(screen.getByRole('textbox')).toHaveValue('there is a threat here');
});

it('leads to the page with a step of its own (FACE-34)', async () => {
  let answers = 0;
  server.use(
    http.get('/api/config', () => ok({ ...config, faceEngine: 'embedded' })),
    http.post('/api/face/start', ({ request }) => {
      expect(request.headers.get('Authorization')).toBe('Bearer kept');
      if (++answers === 1) return fail(503, 'Face checks are away', 'face_unavailable');
      return ok({
        tempToken: 't',
        step: 'enrollment',
        previouslySkipped: true,
        userId: user.id,
        isAdmin: false,
      });
    }),
  );
  const { person, path } = await openDashboard();
  await act(async () => askForFace());
  expect(await dialog()).toHaveTextContent('This is open only to members');
  await person.click(screen.getByRole('button', { name: 'ADD FACE ID NOW' }));
  expect(await screen.findByText('Face checks are away')).toBeVisible();
  await person.click(screen.getByRole('button', { name: 'ADD FACE ID NOW' }));
  expect(await screen.findByRole('heading', { name: 'Add your face' })).toBeVisible();
  expect(path()).toBe('/face-recognition');
});
