// Who may open what, and what is shown when it cannot be drawn.
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { api } from '@/net/api';
import { fail, never, ok, profile, server, user } from '@/net/server.fixture';
import { paths } from '@/rules/paths';
import { openAt, signIn, tidy } from './app.fixture';
import { CrashScreen } from './CrashScreen';

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterEach(tidy);
afterAll(() => server.close());

function BrokenScreen(): never {
  throw new Error('broken');
}

// What a stranger may open stands here, and is tested below; every other screen is the members'.
const { login: _, apply: __, applyStatus: ___, faceRecognition: ____, workbench: _____, ...others } = paths;
const memberPaths = Object.values(others).map((path) => path.replace(':roomId', 'general'));

describe('who may open what', () => {
  it('shows the login screen to a stranger and the dashboard to a member (GEN-1)', async () => {
    const stranger = openAt('/login');
    expect(await screen.findByRole('button', { name: 'LOGIN' })).toBeVisible();
    stranger.unmount();

    signIn();
    const member = openAt('/login');
    expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeInTheDocument();
    expect(member.path()).toBe('/dashboard');
  });

  it.each(memberPaths)('sends a stranger from %s to /login (GEN-2)', async (path) => {
    const app = openAt(path);
    await screen.findByRole('button', { name: 'LOGIN' });
    expect(app.path()).toBe('/login');
  });

  it.each([
    ['/apply', 'Apply for membership'],
    ['/apply/status', 'Application status'],
    ['/face-recognition', 'Face recognition'],
  ])('opens %s without a session (GEN-3)', async (path, title) => {
    openAt(path);
    expect(await screen.findByRole('heading', { name: title })).toBeVisible();
  });

  it.each(['/', '/no/such/page'])('sends %s to the dashboard (GEN-4)', async (path) => {
    signIn();
    const app = openAt(path);
    await screen.findByRole('heading', { name: 'Dashboard' });
    expect(app.path()).toBe('/dashboard');
  });

  it('shows the loading screen and nothing protected while the session is looked up (GEN-5)', async () => {
    server.use(http.get('/api/profile/me', never));
    signIn();
    openAt('/dashboard');
    expect(screen.getByRole('status', { name: '' })).toBeInTheDocument();
    expect(screen.getByText('Loading')).toBeInTheDocument();
    expect(screen.queryByText('GROUP CHAT')).not.toBeInTheDocument();
  });

  it('goes on with the stored user when the lookup has no answer (GEN-19)', async () => {
    server.use(http.get('/api/profile/me', () => HttpResponse.error()));
    signIn();
    openAt('/dashboard');
    expect(await screen.findByRole('button', { name: /^Ada Reyes/ })).toBeInTheDocument();
  });

  it('leads back to the dashboard (GEN-14)', async () => {
    server.use(
      http.get('/api/decrypt/history', () =>
        HttpResponse.json({ success: true, history: [], total: 0, nextCursor: null }),
      ),
    );
    signIn();
    const app = openAt('/decrypt');
    expect(await screen.findByRole('heading', { name: 'Decrypt' })).toBeVisible();
    await userEvent.click(screen.getAllByRole('link', { name: 'Back to dashboard' })[0] as HTMLElement);
    // Where the browser is now is said: the new heading has the focus.
    const heading = await screen.findByRole('heading', { name: 'Dashboard' });
    await waitFor(() => expect(heading).toHaveFocus());
    expect(app.path()).toBe('/dashboard');
  });

  it('returns from the server cost page to the chat (GEN-14)', async () => {
    signIn();
    openAt('/server-cost/success');
    const links = await screen.findAllByRole('link', { name: 'Return to Chat' });
    expect(links[0]).toHaveAttribute('href', '/chat');
  });
});

// Every link of the navigation came before what the screen is for.
it('has a way over the navigation as the first stop of the Tab key', async () => {
  signIn();
  openAt('/dashboard');
  await screen.findByRole('heading', { name: 'Dashboard' });
  act(() => (document.activeElement as HTMLElement).blur());
  await userEvent.tab();
  expect(screen.getByRole('link', { name: 'Skip to the content' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  expect(screen.getByRole('main')).toHaveFocus();
});

describe('the end of a session', () => {
  // What the first member saw and wrote stood before the second, who signed in in another tab.
  it('another member who signs in in another tab sees nothing of the first (GEN-16)', async () => {
    signIn();
    const app = openAt('/dashboard');
    expect(await screen.findByRole('button', { name: /^Ada Reyes/ })).toBeInTheDocument();
    const { draft, useDrafts } = await import('@/stores/room/drafts');
    draft('general', { text: 'half a thought' });
    const bo = { ...profile, user_id: 'bo', name: 'Bo Baker', username: 'bo' };
    const tokens: (string | null)[] = [];
    server.use(
      http.get('/api/profile/me', ({ request }) => {
        tokens.push(request.headers.get('Authorization'));
        return ok({ profile: bo });
      }),
    );
    localStorage.setItem('token', 'of bo');
    localStorage.setItem('user', JSON.stringify({ ...user, id: 'bo', name: 'Bo Baker', username: 'bo' }));
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'token' })));
    expect(await screen.findByRole('button', { name: /^Bo Baker/ })).toBeInTheDocument();
    expect(app.path()).toBe('/dashboard');
    expect(screen.queryByText(/Ada Reyes/)).not.toBeInTheDocument();
    expect(new Set(tokens)).toEqual(new Set(['Bearer of bo']));
    expect(useDrafts.getState().byRoom).toEqual({});
    expect(Object.values(sessionStorage).join()).not.toContain('half a thought');
  });

  it('any 401 clears the token and the user and leads to /login (GEN-7)', async () => {
    signIn();
    const app = openAt('/dashboard');
    await screen.findByRole('heading', { name: 'Dashboard' });
    server.use(http.get('/api/anything', () => fail(401, 'Unauthorized', 'unauthorized')));
    await act(() => api.get('/anything').catch(() => {}));
    await screen.findByRole('button', { name: 'LOGIN' });
    expect(app.path()).toBe('/login');
    expect(localStorage.getItem('token')).toBeNull();
    expect(localStorage.getItem('user')).toBeNull();
    expect(await screen.findByText('Your session has ended. Please sign in again.')).toBeVisible();
  });

  it('a dead token found at the start leads to /login (GEN-5, GEN-7)', async () => {
    server.use(http.get('/api/profile/me', () => fail(401, 'Unauthorized', 'unauthorized')));
    signIn();
    const app = openAt('/dashboard');
    await screen.findByRole('button', { name: 'LOGIN' });
    expect(app.path()).toBe('/login');
  });

  it('signing out in another tab signs out here (GEN-16)', async () => {
    signIn();
    const app = openAt('/dashboard');
    await screen.findByRole('heading', { name: 'Dashboard' });
    localStorage.removeItem('token');
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'token' })));
    await waitFor(() => expect(app.path()).toBe('/login'));
  });

  it('signing in in another tab opens the dashboard here (GEN-16)', async () => {
    const app = openAt('/login');
    await screen.findByRole('button', { name: 'LOGIN' });
    localStorage.setItem('token', 'kept');
    localStorage.setItem('user', '{}');
    server.use(http.get('/api/profile/me', () => ok({ profile })));
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'token' })));
    await waitFor(() => expect(app.path()).toBe('/dashboard'));
  });
});

it('says plainly that a screen broke and offers the way home (GEN-6)', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const router = createMemoryRouter([{ path: '/', Component: BrokenScreen, ErrorBoundary: CrashScreen }]);
  render(<RouterProvider router={router} />);
  expect(await screen.findByRole('heading', { name: 'Something went wrong' })).toHaveFocus();
  expect(screen.getByText('An unexpected error occurred. Please try refreshing the page.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Return to Home' })).toHaveAttribute('href', '/dashboard');
});
