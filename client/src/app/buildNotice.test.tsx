// A new build is offered once, stays until it is pressed or dismissed, and leads out of
// every place whose code is gone.
import { texts as buildTexts } from 'texts:app';
import { texts } from 'texts:ui';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { api } from '@/net/api';
import { buildHeader, buildReceived } from '@/net/build';
import { loadModule, ModuleError } from '@/net/loadModule';
import { config, server } from '@/net/server.fixture';
import { onDemand } from '@/ui/onDemand';
import { openAt, signIn, tidy } from './app.fixture';
import { fetched } from './fetched';

const reloaded = vi.hoisted(() => vi.fn(async () => true));
vi.mock('@/net/loadModule', async (original) => ({
  ...(await original<typeof import('@/net/loadModule')>()),
  reloadPage: reloaded,
}));

const page = document.createElement('meta');
page.name = 'muster-build';

/** Every later answer of the server names this build. */
const serve = (build: string) =>
  server.use(
    http.get('/api/config', () =>
      HttpResponse.json({ ...config, success: true }, { headers: { [buildHeader]: build } }),
    ),
  );
const offers = () => screen.queryAllByRole('button', { name: 'Reload' });
const gone = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
beforeEach(() => {
  page.content = 'one';
  document.head.append(page);
});
afterEach(() => {
  tidy();
  sessionStorage.clear();
  buildReceived('one');
  page.remove();
  reloaded.mockClear();
});
afterAll(() => server.close());

it('offers a reload once for each other build, until it is pressed or dismissed', async () => {
  const user = userEvent.setup();
  serve('one');
  openAt('/login');
  await api.get('/config');
  expect(offers()).toHaveLength(0);

  serve('two');
  await api.get('/config');
  expect(await screen.findByText(buildTexts.offer)).toBeVisible();
  await api.get('/config');
  expect(offers()).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'Dismiss' }));
  await api.get('/config');
  expect(offers()).toHaveLength(0);

  serve('three');
  await api.get('/config');
  await user.click(await screen.findByRole('button', { name: 'Reload' }));
  expect(reloaded).toHaveBeenCalledTimes(1);
  await waitFor(() => expect(offers()).toHaveLength(0));
});

it('says when the server does not answer, and goes on offering the reload', async () => {
  const user = userEvent.setup();
  openAt('/login');
  buildReceived('two');
  reloaded.mockResolvedValueOnce(false);
  await user.click(await screen.findByRole('button', { name: 'Reload' }));
  expect(await screen.findByText(buildTexts.unanswered)).toBeVisible();
  expect(offers()).toHaveLength(1);
});

it('offers no build that this tab has shown: nodes of two builds may answer in turns', async () => {
  openAt('/login');
  tidy();
  page.content = 'two';
  openAt('/login');
  buildReceived('one');
  await api.get('/config');
  expect(offers()).toHaveLength(0);
  buildReceived('three');
  expect(await screen.findByRole('button', { name: 'Reload' })).toBeVisible();
});

it('offers nothing on a page that names no build, and by an answer that names none', async () => {
  openAt('/login');
  await api.get('/config');
  page.content = '';
  buildReceived('two');
  await screen.findByRole('main');
  expect(offers()).toHaveLength(0);
});

it('leads from a dialog whose code is gone to the reload, also after it was dismissed', async () => {
  const user = userEvent.setup();
  signIn();
  openAt('/login');
  buildReceived('two');
  await user.click(await screen.findByRole('button', { name: 'Dismiss' }));
  serve('two');
  const closed = vi.fn();
  const Dialog = onDemand<{ onClose: () => void }>(gone);
  render(<Dialog onClose={closed} />);
  await waitFor(() => expect(closed).toHaveBeenCalled());
  expect(await screen.findByText(buildTexts.needed)).toBeVisible();
  expect(offers()).toHaveLength(1);
  expect(screen.queryByText(texts.fetchFailed)).toBeNull();
});

it('lets a dialog that failed on a bad line be tried again by a reload', async () => {
  const user = userEvent.setup();
  openAt('/login');
  server.use(http.get('/api/config', () => HttpResponse.error()));
  const closed = vi.fn();
  const Dialog = onDemand<{ onClose: () => void }>(gone);
  render(<Dialog onClose={closed} />);
  expect(await screen.findByText(texts.fetchFailed)).toBeVisible();
  expect(closed).toHaveBeenCalled();
  reloaded.mockResolvedValueOnce(false);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText(texts.fetchFailed)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(reloaded).toHaveBeenCalledTimes(2);
});

it('leads from a screen whose code is gone to the reload', async () => {
  const user = userEvent.setup();
  serve('two');
  const router = createMemoryRouter([{ path: '/', lazy: fetched(gone) }]);
  render(<RouterProvider router={router} />);
  expect(await screen.findByText('This screen needs the new version.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Reload' }));
  expect(reloaded).toHaveBeenCalledTimes(1);
});

it('asks for the build when code fails that is fetched in another way', async () => {
  serve('two');
  openAt('/login');
  fireEvent(window, new Event('vite:preloadError'));
  expect(await screen.findByText(buildTexts.needed)).toBeVisible();
});

it('asks once for many modules that fail together', async () => {
  let asked = 0;
  server.use(
    http.get('/api/config', () => {
      asked++;
      return HttpResponse.json({ ...config, success: true }, { headers: { [buildHeader]: 'two' } });
    }),
  );
  const failures = await Promise.allSettled([gone, gone, gone].map((load) => loadModule(load)));
  expect(asked).toBe(1);
  for (const failure of failures) {
    const { reason } = failure as PromiseRejectedResult;
    expect(reason instanceof ModuleError && reason.replaced).toBe(true);
  }
});
