import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError, api } from '@/net/api';
import type { UploadOptions } from '@/net/upload';
import { asksBeforeItCloses } from '@/ui/unsaved.fixture';
import type { MediaUploaded } from '@/wire/bodies.gen';
import UploadModal from './UploadModal';

const reply: MediaUploaded = {
  success: true,
  mediaUrl: '/media/1?exp=1&sig=a',
  thumbnailUrl: '/media/1?v=t',
  mediaType: 'image',
  metadata: { width: 4, height: 3 },
};

/** The upload that is under way. */
let call: {
  path: string;
  form: FormData;
  options: UploadOptions;
  resolve: (reply: unknown) => void;
  reject: (error: unknown) => void;
};
const revoked: string[] = [];

beforeEach(() => {
  revoked.length = 0;
  let made = 0;
  URL.createObjectURL = () => `blob:${++made}`;
  URL.revokeObjectURL = (url) => revoked.push(url);
  vi.spyOn(api, 'upload').mockImplementation((path, form, options = {}) => {
    return new Promise((resolve, reject) => {
      call = { path, form, options, resolve: resolve as (reply: unknown) => void, reject };
      options.signal?.addEventListener('abort', () => reject(new DOMException('stopped', 'AbortError')));
    });
  });
});

afterEach(() => void vi.useRealTimers());

const photo = (over: { name?: string; type?: string; size?: number } = {}) => {
  const file = new File(['x'], over.name ?? 'gate.jpg', { type: over.type ?? 'image/jpeg' });
  if (over.size) Object.defineProperty(file, 'size', { value: over.size });
  return file;
};

async function open(offered: readonly File[] = []) {
  const on = { onSend: vi.fn(), onClose: vi.fn() };
  const view = render(<Shown offered={offered} {...on} />);
  await screen.findByRole('dialog');
  return { ...on, ...view };
}
function Shown({ offered, ...on }: { offered: readonly File[]; onSend: () => void; onClose: () => void }) {
  const [files, setFiles] = useState(offered);
  return <UploadModal roomId="general" files={files} onFiles={setFiles} {...on} />;
}
const send = () => fireEvent.click(screen.getByRole('button', { name: 'Upload and send' }));
const choose = (file: File) =>
  fireEvent.change(screen.getByLabelText('Choose a file, paste it or drop it here'), {
    target: { files: [file] },
  });

// Escape threw a chosen file away, and an upload at 90 %.
it('asks before it closes with a file, also while that goes up', async () => {
  const { onClose } = await open([photo()]);
  asksBeforeItCloses();
  send();
  await waitFor(() => expect(api.upload).toHaveBeenCalled());
  asksBeforeItCloses();
  expect(onClose).not.toHaveBeenCalled();
  expect(call.options.signal?.aborted).toBe(false);
});

it("asks for a file: 'Please select a file to upload' (MEDIA-4)", async () => {
  await open();
  send();
  expect(screen.getByText('Please select a file to upload')).toBeVisible();
  expect(api.upload).not.toHaveBeenCalled();
});

it.each([
  [
    photo({ name: 'x.svg', type: 'image/svg+xml' }),
    'Invalid file type. Please select an image, video, or audio file.',
  ],
  [photo({ size: 10 * 2 ** 20 + 1 }), 'File too large. Maximum size: 10MB'],
  [photo({ type: 'video/mp4', size: 100 * 2 ** 20 + 1 }), 'File too large. Maximum size: 100MB'],
])('refuses a file at once: %#  (MEDIA-2, MEDIA-3)', async (file, text) => {
  await open();
  choose(file);
  expect(screen.getByText(text)).toBeVisible();
  send();
  expect(api.upload).not.toHaveBeenCalled();
});

it('shows the file, the percentage, and hands on what the upload gave (MEDIA-1, MEDIA-6)', async () => {
  const { onSend, onClose } = await open();
  choose(photo());
  expect(screen.getByAltText('Preview of gate.jpg')).toHaveAttribute('src', 'blob:1');
  send();
  await waitFor(() => expect(api.upload).toHaveBeenCalled());
  expect(call.path).toBe('/chat-media/upload');
  expect(call.form.get('roomId')).toBe('general');
  expect((call.form.get('media') as File).name).toBe('gate.jpg');
  act(() => call.options.onProgress?.(0.426));
  expect(screen.getByText('42%')).toBeVisible();
  expect(screen.getByRole('progressbar')).toHaveAttribute('value', '42');
  await act(async () => call.resolve(reply));
  expect(onSend).toHaveBeenCalledWith({
    kind: 'image',
    mediaUrl: reply.mediaUrl,
    thumbnailUrl: reply.thumbnailUrl,
    metadata: reply.metadata,
  });
  expect(onClose).toHaveBeenCalled();
});

it('opens with a pasted file, and gives its address back (MEDIA-6)', async () => {
  const { unmount } = await open([photo()]);
  expect(screen.getByAltText('Preview of gate.jpg')).toBeVisible();
  unmount();
  expect(revoked).toEqual(['blob:1']);
});

it('can be stopped, without a word of failure, and sent again', async () => {
  const { onSend } = await open([photo()]);
  send();
  await waitFor(() => expect(api.upload).toHaveBeenCalledTimes(1));
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(call.options.signal?.aborted).toBe(true);
  await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull());
  expect(screen.queryByText('Failed to upload media')).toBeNull();
  send();
  await waitFor(() => expect(api.upload).toHaveBeenCalledTimes(2));
  expect(onSend).not.toHaveBeenCalled();
});

// "Almost done" stood there for minutes on a frozen line.
it('says that nothing gets through, and takes it back when something does', async () => {
  await open([photo()]);
  vi.useFakeTimers({ shouldAdvanceTime: true });
  send();
  await waitFor(() => expect(api.upload).toHaveBeenCalled());
  const pass = () => act(() => vi.advanceTimersByTimeAsync(15_000));
  await pass();
  expect(screen.getByText('Waiting for the connection')).toBeVisible();
  act(() => call.options.onProgress?.(0.5));
  expect(screen.getByText('Uploading')).toBeVisible();
  act(() => call.options.onProgress?.(1));
  expect(screen.getByText('Almost done')).toBeVisible();
  await pass();
  expect(screen.getByText('Still waiting for an answer')).toBeVisible();
});

it('stops the upload when it is closed', async () => {
  const { unmount } = await open([photo()]);
  send();
  await waitFor(() => expect(api.upload).toHaveBeenCalled());
  unmount();
  expect(call.options.signal?.aborted).toBe(true);
});

it.each([
  [
    new ApiError(413, 'File too large. Maximum size: 10MB', 'too_large'),
    'File too large. Maximum size: 10MB',
  ],
  [new ApiError(0, '', 'network'), 'Failed to upload media'],
  [
    new ApiError(0, '', 'timeout'),
    'Nothing got through for a while. Check your connection and send it again.',
  ],
])("says the server's words, else its own (MEDIA-4)", async (failure, text) => {
  const { onClose } = await open([photo()]);
  send();
  await waitFor(() => expect(api.upload).toHaveBeenCalled());
  await act(async () => call.reject(failure));
  expect(screen.getByText(text)).toBeVisible();
  expect(onClose).not.toHaveBeenCalled();
});

it("says 'Upload failed' of an answer without an address (MEDIA-4)", async () => {
  await open([photo()]);
  send();
  await waitFor(() => expect(api.upload).toHaveBeenCalled());
  await act(async () => call.resolve({ success: true }));
  expect(screen.getByText('Upload failed')).toBeVisible();
});

// What was written for one recording went out with the next one.
it('begins anew with the words of another file', async () => {
  const sound = (name: string) => photo({ name, type: 'audio/mpeg' });
  await open([sound('first.mp3')]);
  const words = () => screen.getByLabelText('Transcript (optional)');
  fireEvent.change(words(), { target: { value: 'The gate is open' } });
  fireEvent.click(screen.getByRole('button', { name: 'Choose another' }));
  choose(sound('second.mp3'));
  expect(words()).toHaveValue('');
});

it('keeps the files that may be sent beside one that may not', async () => {
  await open([photo(), photo({ name: 'x.svg', type: 'image/svg+xml' }), photo({ name: 'wall.jpg' })]);
  expect(screen.getByText('Invalid file type. Please select an image, video, or audio file.')).toBeVisible();
  expect(screen.getByText('1 more file after this one')).toBeVisible();
  fireEvent.click(screen.getByRole('button', { name: 'Leave this one out' }));
  expect(screen.getByAltText('Preview of wall.jpg')).toBeVisible();
});

// The dialog says that a file can be pasted; only the field behind it took one.
it('takes a file that is pasted', async () => {
  await open();
  fireEvent.paste(screen.getByRole('dialog'), { clipboardData: { types: ['Files'], files: [photo()] } });
  expect(screen.getByAltText('Preview of gate.jpg')).toBeVisible();
});
