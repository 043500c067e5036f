// What stands beside a sound or a video for who cannot hear it.
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { api } from '@/net/api';
import { queryClient } from '@/queries/client';
import { askAgain } from '@/queries/stale';
import { openViewer } from '@/stores/room/viewer';
import { describeMedia } from '@/stores/roomlog/events.fixture';
import { showHistory } from '@/stores/roomlog/historyPages';
import { body } from '@/stores/roomlog/messages.fixture';
import { openRoom } from '@/stores/roomlog/roomLog';
import MediaViewer from './MediaViewer';
import { sourceOf } from './mediaItems';
import UploadModal from './UploadModal';
import { VideoMessage } from './VideoMessage';
import { VoiceMessage } from './VoiceMessage';

it('opens the transcript of a voice message, also where the sound cannot be played', () => {
  const media_metadata = { duration: 2, mimeType: 'audio/unknown', transcript: 'Hello all' };
  render(<VoiceMessage message={body({ seq: 1, message_type: 'voice', media_metadata })} reachable />);
  expect(screen.getByText('This sound cannot be played here.')).toBeVisible();
  expect(screen.getByText('Hello all')).not.toBeVisible();
  fireEvent.click(screen.getByText('Transcript'));
  expect(screen.getByText('Hello all')).toBeVisible();
});

it('asks for the captions of a video once it plays, and for others when it has them', async () => {
  let made = 0;
  URL.createObjectURL = () => `blob:captions-${++made}`;
  URL.revokeObjectURL = () => {};
  HTMLMediaElement.prototype.canPlayType = () => 'probably';
  const media = { media_url: '/media/2?until=9e15' };
  const get = vi.spyOn(api, 'get').mockResolvedValue({ media, captions: 'WEBVTT\n' } as never);
  const media_metadata = { mimeType: 'video/mp4', captioned: true };
  const one = body({
    seq: 1,
    id: 'captioned',
    message_type: 'video',
    media_url: '/media/1?until=9e15',
    media_metadata,
  });
  const { container, rerender } = render(<VideoMessage message={one} reachable />);
  const video = container.querySelector('video') as HTMLVideoElement;
  expect(get).not.toHaveBeenCalled();
  fireEvent.play(video);
  await waitFor(() => expect(container.querySelector('track')).toHaveAttribute('src', 'blob:captions-1'));
  expect(get).toHaveBeenCalledTimes(1);
  get.mockResolvedValue({ media, captions: 'WEBVTT\n\nNOTE others\n' } as never);
  act(() => askAgain('captions:captioned'));
  await waitFor(() => expect(container.querySelector('track')).toHaveAttribute('src', 'blob:captions-2'));
  // Another link would start the video anew.
  expect(video).toHaveAttribute('src', '/media/1?until=9e15');
  rerender(
    <VideoMessage message={{ ...one, media_metadata: { ...media_metadata, captioned: false } }} reachable />,
  );
  expect(container.querySelector('track')).toBeNull();
  queryClient.clear();
});

it('shows in the viewer what a voice message says now', async () => {
  HTMLMediaElement.prototype.canPlayType = () => 'probably';
  const metadata = { mimeType: 'audio/mp4', duration: 2, transcript: 'Three beeps' };
  const one = body({
    seq: 1,
    message_type: 'voice',
    media_url: '/media/1?until=9e15',
    media_metadata: metadata,
  });
  openRoom('general');
  showHistory([one]);
  const item = {
    ...sourceOf(one),
    kind: 'voice',
    metadata,
    username: 'ann',
    createdAt: one.created_at,
  } as const;
  openViewer([item], one.id);
  render(<MediaViewer onClose={() => {}} />);
  expect(await screen.findByText('Three beeps')).toBeInTheDocument();
  act(() => describeMedia(one.id, { ...metadata, transcript: 'Four beeps' }));
  expect(screen.getByText('Four beeps')).toBeInTheDocument();
});

it('sends captions with a video', async () => {
  URL.createObjectURL = () => 'blob:1';
  const upload = vi.spyOn(api, 'upload').mockReturnValue(new Promise(() => {}) as never);
  const film = new File(['x'], 'film.mp4', { type: 'video/mp4' });
  const on = { onFiles: vi.fn(), onSend: vi.fn(), onClose: vi.fn() };
  render(<UploadModal roomId="general" files={[film]} {...on} />);
  const captions = new File(['WEBVTT\n'], 'film.vtt', { type: 'text/vtt' });
  fireEvent.change(await screen.findByLabelText('Captions (optional)'), { target: { files: [captions] } });
  fireEvent.click(screen.getByRole('button', { name: 'Upload and send' }));
  await waitFor(() => expect(upload).toHaveBeenCalled());
  expect(upload.mock.calls[0]?.[1].get('captions')).toHaveProperty('name', 'captions.vtt');
});

it('sends no captions of a video that gave way to another', async () => {
  // They were kept unseen, and went with the next video.
  URL.createObjectURL = () => 'blob:1';
  const upload = vi.spyOn(api, 'upload').mockReturnValue(new Promise(() => {}) as never);
  const film = (name: string) => new File(['x'], name, { type: 'video/mp4' });
  const on = { onFiles: vi.fn(), onSend: vi.fn(), onClose: vi.fn() };
  const modal = (file: File) => <UploadModal roomId="general" files={[file]} {...on} />;
  const { rerender } = render(modal(film('first.mp4')));
  const captions = new File(['WEBVTT\n'], 'first.vtt', { type: 'text/vtt' });
  fireEvent.change(await screen.findByLabelText('Captions (optional)'), { target: { files: [captions] } });
  fireEvent.click(screen.getByRole('button', { name: 'Choose another' }));
  rerender(modal(film('second.mp4')));
  await screen.findByText('second.mp4');
  fireEvent.click(screen.getByRole('button', { name: 'Upload and send' }));
  await waitFor(() => expect(upload).toHaveBeenCalled());
  expect(upload.mock.calls[0]?.[1].get('captions')).toBeNull();
});
