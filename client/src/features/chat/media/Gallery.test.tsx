import { QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type HttpResponse, http } from 'msw';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { fail, ok, server } from '@/net/server.fixture';
import { queryClient, resetQueries } from '@/queries/client';
import { askAgain } from '@/queries/stale';
import { applyFrame } from '@/stores/frames/applyFrame';
import { closeViewer, useViewer } from '@/stores/room/viewer';
import { showHistory } from '@/stores/roomlog/historyPages';
import { body } from '@/stores/roomlog/messages.fixture';
import { openRoom, resetRoomLog, useRoomLog } from '@/stores/roomlog/roomLog';
import { onStale } from '@/stores/stale';
import type { RoomMediaItem } from '@/wire/bodies.gen';
import Gallery from './Gallery';
import MediaViewer from './MediaViewer';

const item = (n: number): RoomMediaItem => ({
  id: `i${n}`,
  messageId: `m${n}`,
  media_url: `/media/${n}/file`,
  media_thumbnail_url: `/media/${n}/thumbnail`,
  media_type: n % 5 === 4 ? 'voice' : 'image',
  metadata: { width: 40, height: 30, duration: 9 },
  username: `ann${n}`,
  created_at: new Date(Date.UTC(2026, 10, 21, 12, n)).toISOString(),
});
const items = (from: number, count: number) => Array.from({ length: count }, (_, i) => item(from + i));

let asked: string[] = [];
let answer: (offset: number) => Response;
let reach: () => void;

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
beforeEach(() => {
  resetQueries();
  asked = [];
  answer = () => ok({ media: [] });
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(callback: IntersectionObserverCallback) {
        reach = () => callback([{ isIntersecting: true } as IntersectionObserverEntry], {} as never);
      }
      observe() {}
      disconnect() {}
    },
  );
  server.use(
    http.get('/api/chat/room/general/media', ({ request }) => {
      const { search, searchParams } = new URL(request.url);
      asked.push(search);
      return answer(Number(searchParams.get('offset'))) as HttpResponse<null>;
    }),
    http.get('/api/chat/message/:id/media', () => fail(404, 'This file is not available', 'media_gone')),
  );
});
afterEach(() => {
  server.resetHandlers();
  closeViewer();
  resetRoomLog();
  vi.unstubAllGlobals();
});
afterAll(() => server.close());

function Shown() {
  const viewing = useViewer((viewer) => viewer.items !== null);
  return (
    <>
      <Gallery roomId="general" onClose={() => {}} />
      {viewing && <MediaViewer onClose={closeViewer} />}
    </>
  );
}
const open = () =>
  render(
    <QueryClientProvider client={queryClient}>
      <Shown />
    </QueryClientProvider>,
  );
const tiles = () => screen.getAllByRole('button', { name: / from ann\d+,/ });
const picture = (n: number) => screen.findByRole('button', { name: new RegExp(`^Image from ann${n},`) });

it('shows twenty, and the next twenty at the end, each once (MEDIA-8, LIM-6)', async () => {
  // One came meanwhile: i19 is pushed to the next page.
  answer = (offset) => ok({ media: offset === 0 ? items(0, 20) : items(19, 4) });
  open();
  await picture(0);
  act(() => reach());
  await picture(22);
  expect(tiles()).toHaveLength(23);
  expect(asked).toEqual(['?limit=20&offset=0', '?limit=20&offset=20']);
});

it('hides what does not load and what was deleted (MEDIA-9, MEDIA-11)', async () => {
  answer = () => ok({ media: items(0, 3) });
  open();
  const broken = (await picture(1)).querySelector('img');
  fireEvent.error(broken as Element);
  await waitFor(() => expect(tiles()).toHaveLength(2));
  act(() =>
    useRoomLog.setState({ messages: [body({ seq: 1, id: 'm2', deleted_at: '2026-11-21T12:00:00Z' })] }),
  );
  expect(tiles()).toHaveLength(1);
});

it('says that there is nothing, and that it could not be loaded', async () => {
  answer = () => fail(403, 'You do not have access to this chat room', 'no_room_access');
  const { unmount } = open();
  expect(await screen.findByText('The media could not be loaded.')).toBeVisible();
  unmount();
  answer = () => ok({ media: [] });
  open();
  expect(await screen.findByText('No media yet')).toBeVisible();
});

it('walks by arrow keys, opens one large, and gives the focus back', async () => {
  answer = () => ok({ media: items(0, 4) });
  open();
  const first = await picture(0);
  act(() => first.focus());
  await userEvent.keyboard('{ArrowRight}{Enter}');
  const viewer = await screen.findByRole('dialog', { name: /ann1/ });
  expect(viewer).toHaveTextContent('2 / 4');
  await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}');
  expect(screen.getByRole('dialog', { name: /ann3/ })).toHaveTextContent('4 / 4');
  expect(screen.getByRole('button', { name: 'Next' })).toBeDisabled();
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog', { name: /ann3/ })).toBeNull());
  // The gallery under it stays, with the focus where it was.
  expect(await picture(1)).toHaveFocus();
});

it('puts away what is deleted while it is looked at (MEDIA-11)', async () => {
  answer = () => ok({ media: items(0, 1) });
  open();
  fireEvent.click(await picture(0));
  expect(await screen.findByRole('img', { name: 'Image from ann0' })).toBeInTheDocument();
  act(() =>
    useRoomLog.setState({ messages: [body({ seq: 1, id: 'm0', deleted_at: '2026-11-21T12:00:00Z' })] }),
  );
  expect(screen.queryByRole('img', { name: 'Image from ann0' })).toBeNull();
  expect(screen.getByText('Message deleted')).toBeVisible();
});

// The list of messages ends long before the gallery does.
it('follows what happens to messages that are not on the list', async () => {
  openRoom('general');
  showHistory([body({ seq: 30 })]);
  answer = () => ok({ media: items(0, 5) });
  const stop = onStale(askAgain);
  open();
  fireEvent.click(await screen.findByRole('button', { name: /from ann4,/ }));
  const frame = { roomId: 'general', messageId: 'm4' };
  answer = () => ok({ media: items(0, 4) });
  act(() => {
    applyFrame({
      ...frame,
      type: 'message_media',
      seq: 31,
      metadata: { duration: 9, transcript: 'To the east gate' },
    });
  });
  expect(await screen.findByText('To the east gate')).toBeInTheDocument();
  await waitFor(() => expect(asked).toHaveLength(2));
  act(() => {
    applyFrame({
      ...frame,
      type: 'message_deleted',
      seq: 32,
      deleted_at: '2026-11-21T12:00:00Z',
    });
  });
  expect(screen.getByText('Message deleted')).toBeVisible();
  expect(screen.queryByText('To the east gate')).toBeNull();
  await waitFor(() => expect(asked).toHaveLength(3));
  stop();
});

it('is swiped, and enlarged by a double tap and by two fingers', async () => {
  answer = () => ok({ media: items(0, 3) });
  open();
  fireEvent.click(await picture(0));
  const stage = () => screen.getByRole('group', { name: /^Image from/ });
  const finger = (type: 'pointerDown' | 'pointerMove' | 'pointerUp', x: number, y: number) =>
    fireEvent[type](stage(), { pointerId: 1, clientX: x, clientY: y, button: 0 });
  await waitFor(stage);
  finger('pointerDown', 300, 200);
  finger('pointerMove', 200, 205);
  finger('pointerUp', 200, 205);
  expect(screen.getByRole('dialog', { name: /ann1/ })).toBeInTheDocument();
  for (let tap = 0; tap < 2; tap++) {
    finger('pointerDown', 100, 100);
    finger('pointerUp', 100, 100);
  }
  expect(stage()).toHaveAttribute('data-zoomed');
  // What is enlarged is moved, not swiped.
  finger('pointerDown', 300, 200);
  finger('pointerUp', 100, 200);
  expect(screen.getByRole('dialog', { name: /ann1/ })).toBeInTheDocument();
  fireEvent.keyDown(stage(), { key: '0' });
  expect(stage()).not.toHaveAttribute('data-zoomed');
  // Two fingers that part enlarge; lifted one after the other they swipe nothing.
  const second = (type: 'pointerDown' | 'pointerMove' | 'pointerUp', x: number) =>
    fireEvent[type](stage(), { pointerId: 2, clientX: x, clientY: 100, button: 0 });
  finger('pointerDown', 100, 100);
  second('pointerDown', 150);
  second('pointerMove', 300);
  second('pointerUp', 300);
  finger('pointerUp', 250, 100);
  expect(stage()).toHaveAttribute('data-zoomed');
  expect(screen.getByRole('dialog', { name: /ann1/ })).toBeInTheDocument();
});
