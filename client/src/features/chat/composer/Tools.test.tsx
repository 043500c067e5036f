import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { speak } from '@/languages/texts';
import { Tools } from './Tools';

beforeEach(() => {
  URL.createObjectURL = () => 'blob:1';
  URL.revokeObjectURL = () => {};
});
afterEach(() => speak('en'));

function Shown({ mayUpload }: { mayUpload: boolean }) {
  const [offered, setOffered] = useState<File | null>(null);
  return (
    <Tools
      roomId="general"
      disabled={false}
      mayUpload={mayUpload}
      offered={offered}
      onOffer={setOffered}
      onInsert={vi.fn()}
      onGif={vi.fn()}
      onMedia={vi.fn()}
    />
  );
}

const photo = new File(['x'], 'gate.jpg', { type: 'image/jpeg' });
const dropped = { dataTransfer: { types: ['Files'], files: [photo], dropEffect: 'none' } };

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
