// The decrypt page through the real route, over a played server.
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { openAt, signIn, tidy } from '@/app/app.fixture';
import { fail, ok, server } from '@/net/server.fixture';
import { copiedMs } from '@/rules/encrypted';
import type { Decrypted, DecryptItem } from '@/wire/bodies.gen';

const decrypted = (change: Partial<Decrypted> = {}): Decrypted => ({
  success: true,
  message: 'Message decrypted',
  id: 'd1',
  code: 'MILL-1904',
  type: 'text',
  content: 'Meet at the mill.',
  galleryItems: [],
  videoUrl: null,
  viewCount: 2,
  maxViews: null,
  expiresAt: null,
  ...change,
});

const item = (id: string, change: Partial<DecryptItem> = {}): DecryptItem => ({
  id,
  type: 'image',
  url: `/media/${id}/file?until=1`,
  thumbnailUrl: '',
  fileName: `${id}.png`,
  fileSize: 1536,
  metadata: {},
  ...change,
});

let asked: { code: string; key: string | null }[];
let answers: (() => Response)[];
let history: { code: string; decryptedAt: string; firstDecryptedAt: string }[];

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
beforeEach(() => {
  asked = [];
  answers = [];
  history = [];
  localStorage.setItem('decrypt-effect', 'off');
  server.use(
    http.get('/api/decrypt/history', () => ok({ history, total: history.length, nextCursor: null })),
    http.post('/api/decrypt/message', async ({ request }) => {
      const { code } = (await request.json()) as { code: string };
      asked.push({ code, key: request.headers.get('Idempotency-Key') });
      return (answers.shift() ?? (() => ok(decrypted())))();
    }),
  );
});
afterEach(tidy);
afterAll(() => server.close());

async function openPage() {
  signIn();
  openAt('/decrypt');
  const person = userEvent.setup();
  const field = await screen.findByPlaceholderText('XXXX-XXXX');
  const enter = async (code: string) => {
    await person.clear(field);
    await person.type(field, `${code}{Enter}`);
  };
  return { person, field, enter };
}

it('opens a text, copies it, and is reset (DEC-1, DEC-2, DEC-6, DEC-7, DEC-15)', async () => {
  const { person, field, enter } = await openPage();
  expect(screen.getByText('Codes are case-insensitive')).toBeVisible();
  expect(screen.getByText('Form: XXXX-XXXX')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Back to dashboard' })).toHaveAttribute('href', '/dashboard');
  await person.click(screen.getByRole('button', { name: 'History (0)' }));
  expect(await screen.findByText('No decrypts yet')).toBeVisible();
  history = [
    { code: 'MILL-1904', decryptedAt: '2026-05-04T10:00:00Z', firstDecryptedAt: '2026-05-04T10:00:00Z' },
  ];
  await enter('mill 1904x');
  expect(await screen.findByRole('heading', { name: 'MESSAGE DECRYPTED' })).toHaveFocus();
  expect(field).not.toBeInTheDocument();
  expect(asked.map(({ code }) => code)).toEqual(['MILL1904']);
  expect(asked[0]?.key).toMatch(/^[0-9a-f-]{36}$/);
  expect(await screen.findByRole('button', { name: 'History (1)' })).toBeVisible();
  expect(screen.getByText('Views').nextSibling).toHaveTextContent('2');
  expect(screen.getByText('Code').nextSibling).toHaveTextContent('MILL-1904');
  expect(screen.getByText('Type').nextSibling).toHaveTextContent('text');
  const entry = within(screen.getByRole('complementary', { name: 'History' }))
    .getByText('MILL-1904')
    .closest('li');
  expect(entry?.querySelector('time')).toHaveAttribute('datetime', '2026-05-04T10:00:00Z');
  await person.click(screen.getByRole('button', { name: /Meet at the mill/ }));
  expect(await navigator.clipboard.readText()).toBe('Meet at the mill.');
  expect(await screen.findByText('COPIED!')).toBeVisible();
  expect(copiedMs).toBe(2_000);
  await waitFor(() => expect(screen.queryByText('COPIED!')).toBeNull());
  await person.click(screen.getByRole('button', { name: 'DECRYPT ANOTHER' }));
  expect(await screen.findByPlaceholderText('XXXX-XXXX')).toHaveValue('');
});

it('says what is wrong, and sends what got no answer again under one key (DEC-3, DEC-8, DEC-12)', async () => {
  const { enter } = await openPage();
  await enter('abc123');
  expect(await screen.findByText('Please enter a valid code')).toBeVisible();
  answers = [
    () => fail(404, '', 'code_invalid'),
    () => fail(409, 'This code has expired', 'code_expired'),
    () => fail(409, 'This code is not open yet', 'code_not_open', { 'Retry-After': '3723' }),
    () => HttpResponse.error(),
    () => fail(503, '', 'unavailable'),
    () => fail(429, 'The vault is shut', 'too_many_guesses'),
    () => ok(decrypted()),
  ];
  await enter('none0000');
  expect(await screen.findByText('Invalid code')).toBeVisible();
  await enter('none0000');
  expect(await screen.findByText('This code has expired')).toBeVisible();
  await enter('gate0900');
  expect(await screen.findByRole('timer')).toHaveTextContent('Opens in 01:02:03');
  for (let call = 0; call < 2; call += 1) {
    await enter('mill1904');
    expect(await screen.findByText('Failed to decrypt code. Please check and try again.')).toBeVisible();
  }
  await enter('mill1904');
  expect(await screen.findByText('The vault is shut')).toBeVisible();
  await enter('mill1904');
  await screen.findByText('MESSAGE DECRYPTED');
  const keys = asked.map(({ key }) => key);
  expect(new Set(keys.slice(1, 4)).size).toBe(3);
  expect(new Set(keys.slice(3)).size).toBe(1);
});

it('shows a gallery, its pictures large, and hides what is broken (DEC-16, DEC-17, DEC-19)', async () => {
  const items = [
    item('first'),
    item('second', { fileSize: 3_565_158 }),
    item('talk', { type: 'voice' }),
    item('song', { type: 'audio' as never }),
    item('plan', { type: 'other' as never }),
    item('march', { type: 'video', fileName: 'march.mp4' }),
    item('lost'),
  ];
  answers = [() => ok(decrypted({ type: 'gallery', galleryItems: items }))];
  let renewals = 0;
  server.use(
    http.get('/api/decrypt/message/d1', () => {
      renewals += 1;
      const fresh = items.map((one) => (one.id === 'first' ? { ...one, url: `${one.url}0` } : one));
      return ok(decrypted({ type: 'gallery', galleryItems: fresh }));
    }),
  );
  const { person, enter } = await openPage();
  await enter('mill1904');
  expect(await screen.findByRole('heading', { name: 'Gallery (7 items)' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Download plan.png' })).toHaveAttribute('download', 'plan.png');
  expect(screen.queryByRole('link', { name: 'Download song.png' })).toBeNull();
  expect(screen.getByLabelText('march.mp4').tagName).toBe('VIDEO');
  expect(screen.getAllByRole('listitem').map((cell) => cell.dataset.kind)).toEqual(
    items.map(({ type }) => type),
  );
  const picture = (name: string) =>
    screen.getByRole('button', { name: `Open ${name}.png` }).querySelector('img') as Element;
  await act(async () => {
    fireEvent.error(picture('first'));
    fireEvent.error(picture('lost'));
  });
  await expect.poll(() => screen.queryByRole('button', { name: 'Open lost.png' })).toBeNull();
  expect(picture('first')).toHaveAttribute('src', '/media/first/file?until=10');
  expect(renewals).toBe(1);

  const opener = screen.getByRole('button', { name: 'Open first.png' });
  await person.click(opener);
  const viewer = within(await screen.findByRole('dialog'));
  expect(viewer.getByRole('status')).toHaveTextContent('1 / 2');
  expect(viewer.getByText('1.5 KB')).toBeVisible();
  await person.keyboard('{ArrowRight}{ArrowRight}');
  expect(viewer.getByRole('status')).toHaveTextContent('2 / 2');
  expect(viewer.getByText('second.png')).toBeVisible();
  expect(viewer.getByText('3.4 MB')).toBeVisible();
  await person.keyboard('{ArrowLeft}');
  expect(viewer.getByRole('status')).toHaveTextContent('1 / 2');
  await person.click(viewer.getByRole('button', { name: /next/i }));
  expect(viewer.getByRole('status')).toHaveTextContent('2 / 2');
  await person.click(viewer.getByRole('button', { name: /previous/i }));
  expect(viewer.getByRole('status')).toHaveTextContent('1 / 2');
  await person.keyboard('{ArrowRight}');
  await act(async () => void fireEvent.error(viewer.getByRole('img', { name: 'second.png' })));
  expect(viewer.getByRole('status')).toHaveTextContent('1 / 1');
  await person.keyboard('{Escape}');
  expect(opener).toHaveFocus();
});

it('plays a video of its own, and frames one of another site (DEC-6, ENC-11)', async () => {
  const { person, enter } = await openPage();
  answers = [
    () => ok(decrypted({ type: 'video', videoUrl: '/media/v/file?until=1' })),
    () => ok(decrypted({ type: 'video', videoUrl: 'https://youtu.be/dQw4w9WgXcQ', viewCount: 3 })),
  ];
  await enter('mill1904');
  const video = await screen.findByLabelText('Decrypted video');
  expect(video).toHaveProperty('autoplay', true);
  expect(video).toHaveProperty('controls', true);
  await person.click(screen.getByRole('button', { name: 'DECRYPT ANOTHER' }));
  await person.type(await screen.findByPlaceholderText('XXXX-XXXX'), 'mill1904{Enter}');
  const player = await screen.findByTitle('Decrypted video');
  expect(player).toHaveAttribute('sandbox', 'allow-scripts allow-same-origin allow-presentation');
  expect(player.getAttribute('src')).toMatch(/^https:\/\/www\.youtube-nocookie\.com\/embed\//);
});

// One code that did not open made the whole history fail.
it('says of a code in the history that it cannot be opened', async () => {
  const at = '2026-05-04T10:00:00Z';
  history = [
    { code: '', decryptedAt: at, firstDecryptedAt: at },
    { code: 'MILL-1904', decryptedAt: at, firstDecryptedAt: at },
  ];
  const { person } = await openPage();
  await person.click(await screen.findByRole('button', { name: 'History (2)' }));
  expect(await screen.findByText('Cannot be opened')).toBeVisible();
  expect(screen.getByText('MILL-1904')).toBeVisible();
});

// The history ended at 200 codes, and counted no more.
it('shows older codes a page at a time, and counts all of them (DEC-14)', async () => {
  const pages = ['MILL-1904', 'GATE-0900', 'EVER-0001'].map((code) => ({
    code,
    decryptedAt: '2026-05-04T10:00:00Z',
    firstDecryptedAt: '2026-05-04T10:00:00Z',
  }));
  server.use(
    http.get('/api/decrypt/history', ({ request }) => {
      const from = Number(new URL(request.url).searchParams.get('cursor') ?? 0);
      const nextCursor = from < 2 ? String(from + 1) : null;
      return ok({ history: pages.slice(from, from + 1), total: 3, nextCursor });
    }),
  );
  const { person } = await openPage();
  await person.click(await screen.findByRole('button', { name: 'History (3)' }));
  const list = within(screen.getByRole('complementary', { name: 'History' }));
  expect(await list.findByText('MILL-1904')).toBeVisible();
  expect(list.queryByText('GATE-0900')).toBeNull();
  await person.click(list.getByRole('button', { name: 'Show more' }));
  await person.click(await list.findByRole('button', { name: 'Show more' }));
  expect(await list.findByText('EVER-0001')).toBeVisible();
  expect(list.getAllByRole('listitem')).toHaveLength(3);
  expect(list.queryByRole('button', { name: 'Show more' })).toBeNull();
});
