import { QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type HttpResponse, http } from 'msw';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { fail, ok, server } from '@/net/server.fixture';
import { queryClient, resetQueries } from '@/queries/client';
import type { GIF } from '@/wire/bodies.gen';
import GifPicker from './GifPicker';

const gif = (id: string): GIF => ({
  id,
  title: `Gif ${id}`,
  url: `https://media.giphy.com/media/${id}/giphy.gif`,
  preview: `https://media.giphy.com/media/${id}/200w.gif`,
  thumbnail: `https://media.giphy.com/media/${id}/200w_s.gif`,
  width: 200,
  height: 150,
  size: 1,
  mp4: '',
  webp: '',
});
const gifs = (from: number, count: number) => Array.from({ length: count }, (_, i) => gif(`g${from + i}`));

/** What was asked, as path and query. */
let asked: string[] = [];
let answer: (path: string, query: URLSearchParams) => Response;
let configured = true;
let seen: IntersectionObserverCallback[] = [];

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  resetQueries();
  asked = [];
  configured = true;
  answer = () => ok({ gifs: [] });
  seen = [];
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(callback: IntersectionObserverCallback) {
        seen.push(callback);
      }
      observe() {}
      disconnect() {}
    },
  );
  server.use(
    http.get('/api/config', () => ok({ gifHosts: ['media.giphy.com'], gifSearch: configured })),
    http.get('/api/gifs/:what', ({ request, params }) => {
      const { searchParams } = new URL(request.url);
      asked.push(`${params.what} ${searchParams.get('q') ?? ''} ${searchParams.get('offset')}`);
      expect(searchParams.get('limit')).toBe('20');
      return answer(String(params.what), searchParams) as HttpResponse<null>;
    }),
  );
});
afterEach(() => {
  server.resetHandlers();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
afterAll(() => server.close());

function open() {
  const on = { onSend: vi.fn(), onClose: vi.fn() };
  render(
    <QueryClientProvider client={queryClient}>
      <GifPicker {...on} />
    </QueryClientProvider>,
  );
  return on;
}
const field = () => screen.getByRole('searchbox');
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

it('shows what is trending and sends the url of the chosen one (MEDIA-12, MEDIA-14)', async () => {
  answer = () => ok({ gifs: gifs(0, 3) });
  const { onSend, onClose } = open();
  const tile = await screen.findByRole('button', { name: 'Gif g1' });
  expect(tile.querySelector('img')).toHaveAttribute('src', gif('g1').preview);
  expect(screen.getByText('Powered by GIPHY')).toBeVisible();
  fireEvent.click(tile);
  expect(onSend).toHaveBeenCalledWith(gif('g1').url);
  expect(onClose).toHaveBeenCalled();
});

it('searches once typing has paused for 500 ms (MEDIA-12, LIM-6)', async () => {
  answer = (what) => ok({ gifs: what === 'trending' ? gifs(0, 1) : gifs(5, 1) });
  open();
  await screen.findByRole('button', { name: 'Gif g0' });
  fireEvent.change(field(), { target: { value: 'ca' } });
  await wait(400);
  fireEvent.change(field(), { target: { value: 'cat' } });
  await wait(450);
  expect(asked).toEqual(['trending  0']);
  await wait(100);
  await screen.findByRole('button', { name: 'Gif g5' });
  expect(asked).toEqual(['trending  0', 'search cat 0']);
});

it('asks for twenty more at the end of the list, and ends at a short page (MEDIA-12)', async () => {
  answer = (_, query) => ok({ gifs: query.get('offset') === '0' ? gifs(0, 20) : gifs(19, 3) });
  open();
  await screen.findByRole('button', { name: 'Gif g0' });
  const end = seen.at(-1);
  act(() => end?.([{ isIntersecting: true } as IntersectionObserverEntry], {} as IntersectionObserver));
  await screen.findByRole('button', { name: 'Gif g21' });
  // g19 came twice and stands once.
  expect(screen.getAllByRole('button', { name: /^Gif g/ })).toHaveLength(22);
  await wait(1_000);
  expect(asked).toEqual(['trending  0', 'trending  20']);
});

it('says what it found nothing of (MEDIA-12)', async () => {
  open();
  expect(await screen.findByText('No trending GIFs available.')).toBeVisible();
  fireEvent.change(field(), { target: { value: 'zzzz' } });
  await wait(600);
  expect(await screen.findByText('No GIFs found. Try another search.')).toBeVisible();
});

it('says that it is not configured and how to, without asking (MEDIA-12)', async () => {
  configured = false;
  answer = () => fail(503, 'GIF support not configured.', 'gif_not_configured');
  open();
  expect(await screen.findByText('GIF support not configured.')).toBeVisible();
  expect(screen.getByText(/GIPHY_API_KEY/)).toBeVisible();
});

it('says when GIFs could not be loaded, and asks again', async () => {
  answer = () => fail(502, 'The GIF service does not answer', 'gifs_unavailable');
  open();
  expect(await screen.findByText('GIFs could not be loaded.')).toBeVisible();
  answer = () => ok({ gifs: gifs(0, 1) });
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('button', { name: 'Gif g0' })).toBeVisible();
});

it('takes a pasted link of an allowed host and no other (CHAT-40)', async () => {
  const { onSend } = open();
  await screen.findByText('No trending GIFs available.');
  fireEvent.change(field(), { target: { value: 'https://evil.example/x.gif' } });
  expect(screen.getByText('This GIF link is not allowed')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Send GIF' })).toBeNull();
  fireEvent.change(field(), { target: { value: gif('mine').url } });
  fireEvent.click(screen.getByRole('button', { name: 'Send GIF' }));
  expect(onSend).toHaveBeenCalledWith(gif('mine').url);
  expect(asked.filter((call) => call.startsWith('search'))).toEqual([]);
});

it('is walked by the arrow keys with one tab stop', async () => {
  answer = () => ok({ gifs: gifs(0, 3) });
  open();
  const first = await screen.findByRole('button', { name: 'Gif g0' });
  expect(screen.getByRole('button', { name: 'Gif g1' })).toHaveAttribute('tabindex', '-1');
  act(() => first.focus());
  await userEvent.keyboard('{ArrowRight}');
  expect(screen.getByRole('button', { name: 'Gif g1' })).toHaveFocus();
  expect(screen.getByRole('button', { name: 'Gif g1' })).toHaveAttribute('tabindex', '0');
  await userEvent.keyboard('{End}');
  expect(screen.getByRole('button', { name: 'Gif g2' })).toHaveFocus();
});

it('stands still with reduced motion', async () => {
  vi.stubGlobal('matchMedia', (query: string) =>
    Object.assign(new EventTarget(), { matches: query.includes('reduce'), media: query }),
  );
  answer = () => ok({ gifs: gifs(0, 1) });
  open();
  const tile = await screen.findByRole('button', { name: 'Gif g0' });
  expect(tile.querySelector('img')).toHaveAttribute('src', gif('g0').thumbnail);
});
