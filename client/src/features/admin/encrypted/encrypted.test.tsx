// The tab of encrypted messages through the real route, over a played server.
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { openAt, signIn, tidy } from '@/app/app.fixture';
import { api } from '@/net/api';
import { fail, ok, server } from '@/net/server.fixture';
import { asksBeforeItCloses } from '@/ui/unsaved.fixture';
import type { DecryptMessage } from '@/wire/bodies.gen';

const message = (id: string, change: Partial<DecryptMessage> = {}): DecryptMessage => ({
  id,
  code: `CODE-000${id}`,
  type: 'text',
  content: 'x'.repeat(51),
  videoUrl: null,
  galleryItems: [],
  unreadable: false,
  expiresIn: null,
  maxViews: 3,
  viewCount: 3,
  viewLimitReached: false,
  isExpired: false,
  isActive: true,
  opensAt: null,
  expiresAt: null,
  createdBy: 'chief',
  createdAt: '2026-05-04T10:00:00Z',
  ...change,
});

let listed: DecryptMessage[];
let sent: string[];

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
beforeEach(() => {
  sent = [];
  listed = [
    message('1', { viewLimitReached: true, isExpired: true }),
    message('2', { isExpired: true, content: 'short' }),
    message('3', { isActive: false, opensAt: '2027-01-01T00:00:00Z' }),
    message('4'),
  ];
  URL.createObjectURL = () => 'blob:made';
  URL.revokeObjectURL = () => {};
  server.use(
    http.get('/api/chat/user-status', () =>
      ok({ hasUsername: true, username: 'chief', isAdmin: true, isBanned: false, creatorId: null }),
    ),
    http.get('/api/decrypt/admin/list', () => ok({ messages: listed, nextCursor: null })),
    http.post('/api/decrypt/admin/gallery/upload', () => {
      sent.push('upload');
      return ok({
        message: '1 file uploaded',
        items: [
          {
            id: 'u1',
            type: 'image',
            url: '/media/u1/file',
            thumbnailUrl: '',
            fileName: 'map.png',
            fileSize: 3,
            metadata: {},
          },
        ],
      });
    }),
    http.post('/api/decrypt/admin/:call', async ({ params, request }) => {
      sent.push(`${params.call} ${await request.text()}`);
      return ok({ message: 'Message created with code: MILL-1904', code: 'MILL-1904', id: 'd9' });
    }),
    http.delete('/api/decrypt/admin/delete/:id', ({ params }) => {
      listed = listed.filter(({ id }) => id !== params.id);
      return ok({ message: 'Message deleted successfully' });
    }),
  );
});
afterEach(tidy);
afterAll(() => server.close());

it('lists by status and deletes after a question (ENC-1, ENC-10, ENC-13)', async () => {
  signIn();
  openAt('/admin?tab=encrypted');
  const person = userEvent.setup();
  const row = async (code: string) => within((await screen.findByText(code)).closest('tr') as HTMLElement);
  expect((await row('CODE-0001')).getByText('View Limit Reached')).toBeVisible();
  expect((await row('CODE-0001')).getByText(/^x{50}(\.\.\.|…)$/)).toBeVisible();
  // All rows had a link of the same name.
  expect(screen.getByRole('link', { name: 'Audit log: CODE-0001' })).toHaveAttribute(
    'href',
    '/admin?tab=audit&subject=1',
  );
  expect((await row('CODE-0002')).getByText('Expired')).toBeVisible();
  expect((await row('CODE-0003')).getByText('Inactive')).toBeVisible();
  expect((await row('CODE-0004')).getByText('Active')).toBeVisible();
  await person.click(screen.getByRole('button', { name: 'Delete CODE-0004' }));
  await person.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('Message deleted successfully')).toBeVisible();
  await expect.poll(() => screen.queryByText('CODE-0004')).toBeNull();
});

// One message that did not open made the list of all of them fail.
it('says of a message that it cannot be opened', async () => {
  listed = [message('1', { code: '', content: '', unreadable: true }), message('2')];
  signIn();
  openAt('/admin?tab=encrypted');
  expect(await screen.findByText(/^Cannot be opened/)).toBeVisible();
  expect(screen.getByText('CODE-0002')).toBeVisible();
});

// The focus was given to the button of the row, and lost with it when the list was read again.
it('gives the focus to the heading when the row of a deleted message goes', async () => {
  let answer: (() => void) | undefined;
  signIn();
  openAt('/admin?tab=encrypted');
  await userEvent.click(await screen.findByRole('button', { name: 'Delete CODE-0004' }));
  server.use(
    http.get('/api/decrypt/admin/list', async () => {
      await new Promise<void>((done) => {
        answer = done;
      });
      return ok({ messages: listed, nextCursor: null });
    }),
  );
  const dialog = await screen.findByRole('dialog');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(answer).toBeDefined());
  expect(dialog).toBeVisible();
  answer?.();
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
  expect(screen.queryByText('CODE-0004')).toBeNull();
});

// A reload took what was written without a word.
it('has the browser ask before a message that is written goes, and stores nothing of it', async () => {
  const held = () => {
    const event = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(event);
    return event.defaultPrevented;
  };
  signIn();
  openAt('/admin?tab=encrypted&do=create');
  const dialog = within(await screen.findByRole('dialog', { name: 'Create Encrypted Message' }));
  expect(held()).toBe(false);
  await userEvent.type(await dialog.findByRole('textbox', { name: /^Content/ }), 'Mill door');
  expect(held()).toBe(true);
  expect(dialog.getByText(/^Nothing of it is kept while you write/)).toBeVisible();
  expect(Object.values({ ...sessionStorage, ...localStorage }).join()).not.toContain('Mill');
  await userEvent.keyboard('{Escape}');
  await userEvent.click(await screen.findByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(held()).toBe(false);
});

it('makes a gallery of files that were uploaded (ENC-4, ENC-5, ENC-6, ENC-8)', async () => {
  signIn();
  openAt('/admin?tab=encrypted');
  const person = userEvent.setup();
  await person.click(await screen.findByRole('button', { name: 'Create Encrypted Message' }));
  const dialog = within(await screen.findByRole('dialog'));
  const create = () => person.click(dialog.getByRole('button', { name: 'Create Message' }));
  await create();
  expect(dialog.getByText('Text message content is required')).toBeVisible();
  await person.click(dialog.getByRole('radio', { name: 'Gallery' }));
  await create();
  expect(dialog.getByText('Gallery messages must have content or media items')).toBeVisible();
  await person.upload(dialog.getByLabelText('Add pictures, videos and sounds'), [
    new File(['png'], 'map.png', { type: 'image/png' }),
  ]);
  expect(await dialog.findByText(/^Uploaded/)).toBeVisible();
  // Escape deleted what had been uploaded.
  asksBeforeItCloses();
  await person.type(dialog.getByLabelText('Code'), 'mill19');
  await create();
  expect(dialog.getByText('Code must be exactly 8 characters (format: XXXX-XXXX)')).toBeVisible();
  await person.type(dialog.getByLabelText('Code'), '04');
  await person.type(dialog.getByLabelText('Max views'), '7');
  await create();
  expect(await screen.findByText('Message created with code: MILL-1904')).toBeVisible();
  expect(sent[0]).toBe('upload');
  expect(sent[1]).toBe(
    'create-gallery {"type":"gallery","code":"MILL-1904","content":"","videoUrl":"","galleryItems":[{"id":"u1"}],"expiresIn":null,"maxViews":7,"opensAt":null}',
  );
});

// The answer was lost after the message was made: the second press made another one, and closing
// the dialog took the files of the first.
it('makes one message when the answer is lost, and leaves it its files', async () => {
  const keys: (string | null)[] = [];
  server.use(
    http.post('/api/decrypt/admin/create-gallery', ({ request }) => {
      keys.push(request.headers.get('Idempotency-Key'));
      return HttpResponse.error();
    }),
    http.delete('/api/decrypt/admin/gallery/:id', ({ params }) => {
      sent.push(`removed ${params.id}`);
      return ok({});
    }),
  );
  signIn();
  openAt('/admin?tab=encrypted');
  const person = userEvent.setup();
  const opened = async () => {
    await person.click(await screen.findByRole('button', { name: 'Create Encrypted Message' }));
    const dialog = within(await screen.findByRole('dialog'));
    await person.click(dialog.getByRole('radio', { name: 'Gallery' }));
    await person.upload(dialog.getByLabelText('Add pictures, videos and sounds'), [
      new File(['png'], 'map.png', { type: 'image/png' }),
    ]);
    expect(await dialog.findByText(/^Uploaded/)).toBeVisible();
    return dialog;
  };
  const closed = async (dialog: Awaited<ReturnType<typeof opened>>) => {
    await person.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  };
  const dialog = await opened();
  const create = dialog.getByRole('button', { name: 'Create Message' });
  for (const count of [1, 2]) {
    await person.click(create);
    await waitFor(() => expect(keys).toHaveLength(count));
    await waitFor(() => expect(create).not.toHaveAttribute('aria-busy'));
  }
  await person.type(dialog.getByLabelText('Max views'), '7');
  await person.click(create);
  await waitFor(() => expect(keys).toHaveLength(3));
  await waitFor(() => expect(create).not.toHaveAttribute('aria-busy'));
  expect(keys[0]).toMatch(/^[\da-f-]{36}$/);
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
  await closed(dialog);
  await closed(await opened()); // nothing was sent: its file goes
  await waitFor(() => expect(sent).toEqual(['upload', 'upload', 'removed u1']));
});

it('shows how far an upload is (ENC-8)', async () => {
  signIn();
  openAt('/admin?tab=encrypted');
  const person = userEvent.setup();
  await person.click(await screen.findByRole('button', { name: 'Create Encrypted Message' }));
  const dialog = within(await screen.findByRole('dialog'));
  await person.click(dialog.getByRole('radio', { name: 'Gallery' }));
  let received: ((share: number) => void) | undefined;
  const upload = vi.spyOn(api, 'upload').mockImplementation((_path, _form, { onProgress } = {}) => {
    received = onProgress;
    return new Promise(() => {});
  });
  await person.upload(
    dialog.getByLabelText('Add pictures, videos and sounds'),
    new File(['png'], 'map.png', { type: 'image/png' }),
  );
  await expect.poll(() => received).toBeDefined();
  for (const [share, percent] of [
    [0.25, 25],
    [0.998, 99],
  ] as const) {
    act(() => received?.(share));
    expect(dialog.getByRole('progressbar', { name: 'Uploading map.png' })).toHaveValue(percent);
    expect(dialog.getByText(`${percent}%`)).toBeVisible();
  }
  upload.mockRestore();
});

it('says which file is none of these, what was not uploaded, and what was not removed (ENC-8, ENC-9, ENC-13)', async () => {
  let reply = () => fail(500, '');
  server.use(
    http.post('/api/decrypt/admin/gallery/upload', () => reply()),
    http.delete('/api/decrypt/admin/gallery/:id', () => fail(500, '')),
  );
  signIn();
  openAt('/admin?tab=encrypted');
  const person = userEvent.setup({ applyAccept: false });
  await person.click(await screen.findByRole('button', { name: 'Create Encrypted Message' }));
  const dialog = within(await screen.findByRole('dialog'));
  await person.click(dialog.getByRole('radio', { name: 'Gallery' }));
  const large = new File(['x'], 'large.png', { type: 'image/png' });
  Object.defineProperty(large, 'size', { value: 10 * 2 ** 20 + 1 });
  const add = (...files: File[]) =>
    person.upload(dialog.getByLabelText('Add pictures, videos and sounds'), files);
  await add(new File(['x'], 'notes.txt', { type: 'text/plain' }), large);
  expect(await dialog.findByText('Invalid file type: notes.txt')).toBeVisible();
  expect(dialog.getByText('File too large: large.png')).toBeVisible();
  await add(new File(['x'], 'a.png', { type: 'image/png' }));
  expect(await dialog.findByText('Upload failed')).toBeVisible();
  reply = () => ok({ message: '', items: [] }) as never;
  await add(new File(['x'], 'b.png', { type: 'image/png' }));
  expect(await dialog.findByText('Failed to upload files')).toBeVisible();
  const map = { id: 'u1', type: 'image', url: '/media/u1/file', thumbnailUrl: '', fileName: 'map.png' };
  reply = () => ok({ message: '1 file uploaded', items: [{ ...map, fileSize: 3, metadata: {} }] }) as never;
  await add(new File(['x'], 'map.png', { type: 'image/png' }));
  expect(await dialog.findByText(/^Uploaded/)).toBeVisible();
  await person.click(dialog.getByRole('button', { name: 'Remove map.png' }));
  expect(await screen.findByText('Failed to remove item')).toBeVisible();
  expect(dialog.getByText('map.png')).toBeVisible();
});

it('says that a message was not deleted (ENC-13)', async () => {
  server.use(http.delete('/api/decrypt/admin/delete/:id', () => fail(500, '')));
  signIn();
  openAt('/admin?tab=encrypted');
  const person = userEvent.setup();
  await person.click(await screen.findByRole('button', { name: 'Delete CODE-0004' }));
  const dialog = within(await screen.findByRole('dialog'));
  await person.click(dialog.getByRole('button', { name: 'Delete' }));
  expect(await dialog.findByText('Failed to delete encrypted message')).toBeVisible();
  // The first press had deleted it, and the second said that there was no such message.
  server.use(
    http.delete('/api/decrypt/admin/delete/:id', () => {
      listed = listed.filter(({ code }) => code !== 'CODE-0004');
      return fail(404, 'Encrypted message not found', 'decrypt_unknown');
    }),
  );
  await person.click(dialog.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.queryByRole('button', { name: 'Delete CODE-0004' })).toBeNull();
});

it('says what did not work (ENC-13)', async () => {
  server.use(
    http.post('/api/decrypt/admin/create', () => fail(500, '', 'internal')),
    http.get('/api/decrypt/admin/list', () => fail(403, '', 'forbidden'), { once: true }),
  );
  signIn();
  openAt('/admin?tab=encrypted');
  const person = userEvent.setup();
  expect(await screen.findByText('Failed to load encrypted messages')).toBeVisible();
  await person.click(screen.getByRole('button', { name: 'Create Encrypted Message' }));
  const dialog = within(await screen.findByRole('dialog'));
  await person.type(dialog.getByLabelText('Content'), 'hello');
  await person.click(dialog.getByRole('button', { name: 'Create Message' }));
  expect(await dialog.findByText('Failed to create encrypted message')).toBeVisible();
});

// A number field gave '' for "12h", and a year of five digits was no moment: the first
// message never expired, the second could not be made and nothing was said.
it('says which number and which time are none (ENC-5)', async () => {
  signIn();
  openAt('/admin?tab=encrypted');
  const person = userEvent.setup();
  await person.click(await screen.findByRole('button', { name: 'Create Encrypted Message' }));
  const dialog = within(await screen.findByRole('dialog'));
  const create = () => person.click(dialog.getByRole('button', { name: 'Create Message' }));
  await person.type(dialog.getByLabelText('Content'), 'hello');
  const hours = dialog.getByLabelText('Expires in (hours)');
  await person.type(hours, '12h');
  await create();
  expect(dialog.getByText('Expiry must be a whole number of hours')).toBeVisible();
  await person.clear(hours);
  fireEvent.change(dialog.getByLabelText('Opens at'), { target: { value: '20261-01-01T10:00' } });
  await create();
  expect(dialog.getByText('Please enter a valid date and time')).toBeVisible();
  expect(sent).toEqual([]);
});
