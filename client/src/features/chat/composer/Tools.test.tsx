import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { speak } from '@/languages/texts';
import { api } from '@/net/api';
import { Tools } from './Tools';

beforeEach(() => {
  URL.createObjectURL = () => 'blob:1';
  URL.revokeObjectURL = () => {};
});
afterEach(() => speak('en'));

function Shown({ mayUpload, onMedia = vi.fn() }: { mayUpload: boolean; onMedia?: () => void }) {
  const [files, setFiles] = useState<readonly File[]>([]);
  return (
    <Tools
      roomId="general"
      disabled={false}
      mayUpload={mayUpload}
      files={files}
      onFiles={setFiles}
      onInsert={vi.fn()}
      onGif={vi.fn()}
      onMedia={onMedia}
    />
  );
}

const photo = new File(['x'], 'gate.jpg', { type: 'image/jpeg' });
const drop = (...files: File[]) => ({ dataTransfer: { types: ['Files'], files, dropEffect: 'none' } });
const dropped = drop(photo);

it('has the attachment and microphone buttons for those who may upload only (MEDIA-5, CHAT-1)', () => {
  const { rerender } = render(<Shown mayUpload={false} />);
  expect(screen.getByRole('button', { name: 'Send a GIF' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Attach a file' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Record a voice message' })).toBeNull();
  rerender(<Shown mayUpload />);
  expect(screen.getByRole('button', { name: 'Attach a file' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Record a voice message' })).toBeVisible();
});

it('takes a file that is dropped on the room (MEDIA-6)', async () => {
  render(<Shown mayUpload />);
  fireEvent.dragEnter(document.body, dropped);
  expect(screen.getByText('Drop the file to send it')).toBeVisible();
  fireEvent.drop(document.body, dropped);
  expect(await screen.findByAltText('Preview of gate.jpg')).toBeVisible();
  expect(screen.queryByText('Drop the file to send it')).toBeNull();
});

// The browser left the chat to show a file that was dropped on it.
it('keeps the page when a member who may not upload drops a file', () => {
  render(<Shown mayUpload={false} />);
  fireEvent.dragEnter(document.body, dropped);
  expect(screen.queryByText('Drop the file to send it')).toBeNull();
  expect(fireEvent.drop(document.body, dropped)).toBe(false);
  expect(screen.queryByRole('dialog')).toBeNull();
});

// The browser's own word for files was translated: in German a dropped file was none, and
// the browser left the chat to show it.
it.each(['de', 'es'])('takes a dropped file in every language: %s', async (language) => {
  await speak(language);
  render(<Shown mayUpload />);
  expect(fireEvent.drop(document.body, dropped)).toBe(false);
  expect(await screen.findByAltText(/gate\.jpg/)).toBeVisible();
});

// A file that was dropped while another went up took its place, and was gone with the dialog.
it('sends what is dropped during an upload after it', async () => {
  const arrive: ((reply: unknown) => void)[] = [];
  vi.spyOn(api, 'upload').mockImplementation(
    () => new Promise((resolve) => arrive.push(resolve as (reply: unknown) => void)),
  );
  const onMedia = vi.fn();
  render(<Shown mayUpload onMedia={onMedia} />);
  fireEvent.drop(document.body, dropped);
  await screen.findByAltText('Preview of gate.jpg');
  const send = () => fireEvent.click(screen.getByRole('button', { name: 'Upload and send' }));
  send();
  await waitFor(() => expect(arrive).toHaveLength(1));
  const more = (name: string) => new File(['x'], name, { type: 'image/jpeg' });
  fireEvent.drop(document.body, drop(more('wall.jpg'), more('road.jpg')));
  expect(screen.getByAltText('Preview of gate.jpg')).toBeVisible();
  expect(screen.getByText('2 more files after this one')).toBeVisible();
  await act(async () => arrive[0]?.({ mediaUrl: '/media/1' }));
  expect(onMedia).toHaveBeenCalledOnce();
  expect(screen.getByAltText('Preview of wall.jpg')).toBeVisible();
  fireEvent.click(screen.getByRole('button', { name: 'Leave this one out' }));
  send();
  await waitFor(() => expect(arrive).toHaveLength(2));
  await act(async () => arrive[1]?.({ mediaUrl: '/media/2' }));
  expect(onMedia).toHaveBeenCalledTimes(2);
  expect(screen.queryByRole('dialog')).toBeNull();
});

// Closing the upload closed the recorder as well, with what had been recorded.
it('keeps the voice recorder open under a file that is dropped', async () => {
  render(<Shown mayUpload />);
  fireEvent.click(screen.getByRole('button', { name: 'Record a voice message' }));
  expect(await screen.findByRole('dialog', { name: 'Voice message' })).toBeVisible();
  fireEvent.drop(document.body, dropped);
  await screen.findByAltText('Preview of gate.jpg');
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' });
  fireEvent.click(await screen.findByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(screen.queryByAltText('Preview of gate.jpg')).toBeNull());
  expect(screen.getByRole('dialog', { name: 'Voice message' })).toBeVisible();
});
