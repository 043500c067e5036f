// A transcript or captions that are given after sending.
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, type Mock, type MockInstance, vi } from 'vitest';
import { ApiError, api } from '@/net/api';
import { captionsQuery } from '@/queries/chat/media';
import { queryClient } from '@/queries/client';
import { body } from '@/stores/roomlog/messages.fixture';
import type { MessageBody } from '@/wire/frames.gen';
import MediaWords from './MediaWords';

let put: MockInstance<typeof api.put>;
let onClose: Mock<() => void>;

beforeEach(() => {
  put = vi.spyOn(api, 'put');
  onClose = vi.fn();
  return () => queryClient.clear();
});

const voice = (transcript?: string) =>
  body({ seq: 1, id: 'v', message_type: 'voice', media_metadata: transcript ? { transcript } : {} });
const video = (captioned: boolean) =>
  body({ seq: 1, id: 'f', message_type: 'video', media_metadata: captioned ? { captioned } : {} });

const open = (message: MessageBody) =>
  render(
    <QueryClientProvider client={queryClient}>
      <MediaWords message={message} returnTo={() => null} onClose={onClose} />
    </QueryClientProvider>,
  );

const answer = (captions = '') => put.mockResolvedValue({ media: {}, captions } as never);
const save = async () => userEvent.click(await screen.findByRole('button', { name: 'Save' }));
const vtt = (text: string) => new File([text], 'film.vtt', { type: 'text/vtt' });
const choose = async (label: string, file: File) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { files: [file] } });

it('changes the transcript that is there', async () => {
  answer();
  open(voice('Three beeps'));
  const field = await screen.findByRole('textbox', { name: /^Transcript/ });
  expect(field).toHaveValue('Three beeps');
  await userEvent.type(field, ' at the gate');
  await save();
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(put.mock.calls).toEqual([['/chat/message/v/media', { transcript: 'Three beeps at the gate' }]]);
});

it('sends nothing when nothing was changed', async () => {
  open(voice('Three beeps'));
  await save();
  expect(onClose).toHaveBeenCalledOnce();
  expect(put).not.toHaveBeenCalled();
});

it('keeps what was typed when it fails, and asks before it is thrown away', async () => {
  put.mockRejectedValue(new ApiError(0, '', 'network'));
  open(voice());
  const field = await screen.findByRole('textbox', { name: /^Transcript/ });
  await userEvent.type(field, 'Hello');
  await save();
  expect(await screen.findByText('The transcript could not be saved')).toBeVisible();
  expect(field).toHaveValue('Hello');
  await userEvent.keyboard('{Escape}');
  expect(await screen.findByRole('dialog', { name: 'Discard this?' })).toBeVisible();
  expect(onClose).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
  expect(onClose).toHaveBeenCalledOnce();
});

it('gives a video captions, and knows them at once', async () => {
  answer('WEBVTT as stored');
  open(video(false));
  expect(screen.queryByText('This video has captions.')).toBeNull();
  await choose('Choose captions', vtt('WEBVTT\n'));
  expect(await screen.findByText('film.vtt')).toBeVisible();
  await save();
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(put.mock.calls).toEqual([['/chat/message/f/media', { captions: 'WEBVTT\n' }]]);
  expect(queryClient.getQueryData(captionsQuery('f').queryKey)).toBe('WEBVTT as stored');
});

it('takes the captions of a video away', async () => {
  answer();
  open(video(true));
  expect(await screen.findByText('This video has captions.')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Remove captions' }));
  expect(screen.getByText('The captions disappear when you save.')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Keep captions' }));
  await userEvent.click(screen.getByRole('button', { name: 'Remove captions' }));
  await save();
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(put.mock.calls).toEqual([['/chat/message/f/media', { captions: '' }]]);
});

it('refuses captions that are too large, and says what the server says of others', async () => {
  open(video(true));
  await choose('Replace captions', vtt('a'.repeat(64 * 1_024 + 1)));
  expect(await screen.findByText('Captions have at most 64 KB')).toBeVisible();
  await choose('Replace captions', vtt('no captions'));
  expect(screen.queryByText('Captions have at most 64 KB')).toBeNull();
  put.mockRejectedValue(new ApiError(400, 'Captions must be a WebVTT file', 'captions_invalid'));
  await save();
  expect(await screen.findByText('Captions must be a WebVTT file')).toBeVisible();
  expect(onClose).not.toHaveBeenCalled();
});
