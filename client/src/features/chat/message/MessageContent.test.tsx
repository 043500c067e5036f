import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { api } from '@/net/api';
import { resetQueries } from '@/queries/client';
import { closeViewer, useViewer } from '@/stores/room/viewer';
import { body } from '@/stores/roomlog/messages.fixture';
import { resetRoomLog, useRoomLog } from '@/stores/roomlog/roomLog';
import type { MessageBody } from '@/wire/frames.gen';
import { MessageContent } from './MessageContent';

const media = (over: Partial<MessageBody>) =>
  body({
    seq: 1,
    message: '',
    media_url: '/media/1/file',
    media_thumbnail_url: '/media/1/thumbnail',
    media_metadata: { width: 4000, height: 3000 },
    ...over,
  });
const show = (message: MessageBody) => render(<MessageContent message={message} reachable />);

/** What the server answers when a link is asked for again. */
let renewed: () => Promise<unknown>;

beforeEach(() => {
  resetQueries();
  renewed = async () => ({
    success: true,
    media: { media_url: '/media/1/file?new', media_thumbnail_url: '/media/1/thumbnail?new' },
  });
  vi.spyOn(api, 'get').mockImplementation((() => renewed()) as never);
});
afterEach(() => {
  closeViewer();
  resetRoomLog();
});

const image = () => screen.getByRole('img', { name: 'Image from ann' });

it('keeps the place of a picture and shows the small one (CHAT-9)', () => {
  show(media({ message_type: 'image' }));
  expect(image()).toHaveAttribute('src', '/media/1/thumbnail');
  expect(image().parentElement).toHaveStyle({ width: '20rem', aspectRatio: '320 / 240' });
  expect(api.get).not.toHaveBeenCalled();
});

it('asks once for a link that has ended, then gives up with a way to try again', async () => {
  show(media({ message_type: 'image' }));
  fireEvent.error(image());
  await waitFor(() => expect(image()).toHaveAttribute('src', '/media/1/thumbnail?new'));
  expect(api.get).toHaveBeenCalledWith('/chat/message/m1/media', expect.anything());
  fireEvent.error(image());
  expect(screen.getByText('Picture not available')).toBeVisible();
  expect(api.get).toHaveBeenCalledTimes(1);
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(image()).toBeVisible());
  expect(api.get).toHaveBeenCalledTimes(2);
});

it('asks for the link of a message that came without one, and of one that ended by its own words', async () => {
  show(media({ message_type: 'image', media_url: null, media_thumbnail_url: null }));
  await waitFor(() => expect(image()).toHaveAttribute('src', '/media/1/thumbnail?new'));
  show(media({ id: 'm2', message_type: 'video', media_url: '/media/2/file?until=1000' }));
  const video = document.querySelector('video');
  expect(video).not.toHaveAttribute('src');
  await waitFor(() => expect(video).toHaveAttribute('src', '/media/1/file?new'));
});

it('opens the picture with the others of the room around it', () => {
  const pictures = [1, 2, 3].map((seq) =>
    media({ seq, id: `m${seq}`, message_type: seq === 2 ? 'video' : 'image' }),
  );
  useRoomLog.setState({ messages: [body({ seq: 9, id: 'text' }), ...pictures] });
  show(pictures[2] as MessageBody);
  fireEvent.click(image());
  const { items, at } = useViewer.getState();
  expect(items?.map((item) => item.messageId)).toEqual(['m1', 'm2', 'm3']);
  expect(at).toBe(2);
});

it('offers a video that this browser cannot play as a download', async () => {
  HTMLMediaElement.prototype.canPlayType = () => '';
  show(media({ message_type: 'video', media_metadata: { mimeType: 'video/webm', fileSize: 3.4 * 2 ** 20 } }));
  expect(screen.getByText('This video cannot be played here.')).toBeVisible();
  expect(screen.getByRole('button', { name: /^Download/ })).toHaveTextContent('3.4 MB');
});

it('offers a sound that this browser cannot play as a download (CHAT-38)', () => {
  HTMLMediaElement.prototype.canPlayType = (type) => (type === 'audio/mp4' ? 'maybe' : '');
  show(media({ message_type: 'voice', media_metadata: { mimeType: 'audio/webm', duration: 3 } }));
  expect(screen.getByText('This sound cannot be played here.')).toBeVisible();
  show(media({ id: 'm2', message_type: 'voice', media_metadata: { mimeType: 'audio/mp4', duration: 3 } }));
  expect(screen.getByRole('slider', { name: 'Position' })).toBeVisible();
});

it('plays a video in its place, with its still and controls', () => {
  show(media({ message_type: 'video' }));
  const video = screen.getByLabelText('Video from ann');
  expect(video).toHaveAttribute('poster', '/media/1/thumbnail');
  expect(video).toHaveAttribute('controls');
  expect(video).toHaveAttribute('playsinline');
  expect(video).toHaveStyle({ aspectRatio: '320 / 240' });
});

it('shows no picture and no address of a deleted message (CHAT-11)', () => {
  show(media({ message_type: 'image', deleted_at: '2026-11-21T12:00:00Z', media_url: null }));
  expect(screen.getByText('Message deleted')).toBeVisible();
  expect(api.get).not.toHaveBeenCalled();
});

it('lets a GIF stand still where less motion is wished (MEDIA-12)', () => {
  vi.stubGlobal('matchMedia', (query: string) =>
    Object.assign(new EventTarget(), { matches: query.includes('reduce'), media: query }),
  );
  show(body({ seq: 1, message_type: 'gif', media_url: 'https://media.giphy.com/media/x/giphy.gif' }));
  const gif = () => screen.getByRole('img', { name: 'GIF from ann' });
  expect(gif()).toHaveAttribute('src', 'https://media.giphy.com/media/x/giphy_s.gif');
  fireEvent.click(screen.getByRole('button', { name: 'Play GIF' }));
  expect(gif()).toHaveAttribute('src', 'https://media.giphy.com/media/x/giphy.gif');
  vi.unstubAllGlobals();
});
