import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError, api } from '@/net/api';
import { chosenFiles } from '@/stores/room/drafts';
import { asksBeforeItCloses } from '@/ui/unsaved.fixture';
import VoiceRecorder from './VoiceRecorder';

class FakeRecorder {
  static last: FakeRecorder;
  static supported = (type: string) => type.startsWith('audio/webm');
  static isTypeSupported = (type: string) => FakeRecorder.supported(type);
  state = 'inactive';
  ondataavailable?: (event: { data: Blob }) => void;
  onstop?: () => void;
  mimeType: string;
  constructor(
    readonly stream: unknown,
    readonly options: MediaRecorderOptions,
  ) {
    this.mimeType = options.mimeType ?? '';
    FakeRecorder.last = this;
  }
  start() {
    this.state = 'recording';
  }
  stop() {
    this.state = 'inactive';
    this.ondataavailable?.({ data: new Blob(['sound'], { type: this.mimeType }) });
    this.onstop?.();
  }
}

const track = { stop: vi.fn() };
let microphone: () => Promise<unknown>;

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  track.stop.mockClear();
  FakeRecorder.supported = (type) => type.startsWith('audio/webm');
  microphone = async () => ({ getTracks: () => [track] });
  vi.stubGlobal('MediaRecorder', FakeRecorder);
  vi.stubGlobal(
    'OfflineAudioContext',
    class {
      decodeAudioData = async () => ({ duration: 7.5, getChannelData: () => Float32Array.of(0.5, 1) });
    },
  );
  Object.defineProperty(navigator, 'mediaDevices', {
    configurable: true,
    value: { getUserMedia: vi.fn(() => microphone()) },
  });
  URL.createObjectURL = () => 'blob:1';
  URL.revokeObjectURL = () => {};
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function open() {
  const on = { onSend: vi.fn(), onClose: vi.fn() };
  return { ...on, ...render(<VoiceRecorder roomId="general" {...on} />) };
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
async function record() {
  press('Record');
  await screen.findByRole('button', { name: 'Stop' });
}

// A press beside it threw away two minutes of speech, also while they were spoken.
it('asks before it closes with a recording', async () => {
  const { onClose } = open();
  await record();
  asksBeforeItCloses();
  await act(async () => press('Stop'));
  await screen.findByRole('button', { name: 'Send' });
  asksBeforeItCloses();
  expect(onClose).not.toHaveBeenCalled();
});

// Two minutes of speech were lost when the session ended in the middle of their upload.
it('leaves a recording that is not sent among the files of the room, and no other', async () => {
  const names = () => chosenFiles.get('general')?.map(({ name }) => name);
  chosenFiles.clear();
  const { unmount } = open();
  await record();
  await act(async () => press('Stop'));
  await screen.findByRole('button', { name: 'Send' });
  unmount();
  expect(names()).toEqual(['voice.webm']);
  chosenFiles.clear();
  open();
  await record();
  await act(async () => press('Stop'));
  await screen.findByRole('button', { name: 'Send' });
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
  fireEvent.click(await screen.findByRole('button', { name: 'Discard' }));
  expect(names()).toEqual([]);
});

it('records at 128 kbps, lets it be heard, and sends it with its waveform (MEDIA-7)', async () => {
  const upload = vi.spyOn(api, 'upload').mockResolvedValue({
    success: true,
    mediaUrl: '/media/1',
    thumbnailUrl: '',
    mediaType: 'voice',
    metadata: { duration: 7.5 },
  } as never);
  const { onSend, onClose } = open();
  await record();
  expect(FakeRecorder.last.options).toEqual({
    mimeType: 'audio/webm;codecs=opus',
    audioBitsPerSecond: 128_000,
  });
  expect(screen.getByText('0:00 / 2:00')).toBeVisible();
  await act(() => vi.advanceTimersByTimeAsync(3_000));
  expect(screen.getByText('0:03 / 2:00')).toBeVisible();
  press('Stop');
  expect(await screen.findByRole('slider', { name: 'Position' })).toHaveAttribute(
    'aria-valuetext',
    '0:00 of 0:07',
  );
  expect(track.stop).toHaveBeenCalled();
  fireEvent.change(screen.getByRole('textbox', { name: 'Transcript (optional)' }), {
    target: { value: 'Hello all' },
  });
  press('Send');
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  const form = upload.mock.calls[0]?.[1] ?? new FormData();
  expect(form.get('roomId')).toBe('general');
  expect(form.get('duration')).toBe('7.5');
  expect(form.get('transcript')).toBe('Hello all');
  expect(form.get('waveform')).toBe('[50,100]');
  expect((form.get('media') as File).name).toBe('voice.webm');
  expect(onSend).toHaveBeenCalledWith(expect.objectContaining({ kind: 'voice', mediaUrl: '/media/1' }));
});

it('stops by itself after 120 s (MEDIA-7)', async () => {
  open();
  await record();
  // The clock goes on by itself as well, so there is room on both sides.
  await act(() => vi.advanceTimersByTimeAsync(100_000));
  expect(FakeRecorder.last.state).toBe('recording');
  await act(() => vi.advanceTimersByTimeAsync(20_100));
  expect(FakeRecorder.last.state).toBe('inactive');
  expect(await screen.findByRole('button', { name: 'Send' })).toBeVisible();
});

it('records mp4 where webm cannot be (MEDIA-7)', async () => {
  FakeRecorder.supported = (type) => type === 'audio/mp4';
  open();
  await record();
  expect(FakeRecorder.last.options.mimeType).toBe('audio/mp4');
});

it('records anew (MEDIA-7)', async () => {
  open();
  await record();
  const first = FakeRecorder.last;
  press('Stop');
  await screen.findByRole('button', { name: 'Record again' });
  press('Record again');
  await screen.findByRole('button', { name: 'Stop' });
  expect(FakeRecorder.last).not.toBe(first);
});

it("says 'Failed to access microphone. Please check permissions.' (MEDIA-4)", async () => {
  microphone = () => Promise.reject(new DOMException('no', 'NotAllowedError'));
  open();
  press('Record');
  expect(await screen.findByText('Failed to access microphone. Please check permissions.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Record' })).toBeEnabled();
});

it("says 'No recording to upload' of an empty one (MEDIA-4)", async () => {
  const upload = vi.spyOn(api, 'upload');
  open();
  await record();
  FakeRecorder.last.ondataavailable = undefined;
  press('Stop');
  await screen.findByRole('button', { name: 'Send' });
  press('Send');
  expect(screen.getByText('No recording to upload')).toBeVisible();
  expect(upload).not.toHaveBeenCalled();
});

it("says 'Failed to upload voice message' when no words came (MEDIA-4)", async () => {
  vi.spyOn(api, 'upload').mockRejectedValue(new ApiError(0, '', 'network'));
  const { onClose } = open();
  await record();
  press('Stop');
  await screen.findByRole('button', { name: 'Send' });
  press('Send');
  expect(await screen.findByText('Failed to upload voice message')).toBeVisible();
  expect(onClose).not.toHaveBeenCalled();
});

it('lets go of the microphone when it is closed, also before it was given (MEDIA-7)', async () => {
  chosenFiles.clear();
  const { unmount } = open();
  await record();
  unmount();
  expect(track.stop).toHaveBeenCalled();
  track.stop.mockClear();

  let give: (stream: unknown) => void = () => {};
  microphone = () => new Promise((resolve) => (give = resolve));
  const late = open();
  press('Record');
  late.unmount();
  await act(async () => give({ getTracks: () => [track] }));
  expect(track.stop).toHaveBeenCalled();
});

// The time in which the permission was asked for counted as sound where a browser cannot
// decode what it has recorded.
it('counts from the permission on when the length is not known otherwise', async () => {
  vi.stubGlobal(
    'OfflineAudioContext',
    class {
      decodeAudioData = () => Promise.reject(new Error('no'));
    },
  );
  const upload = vi.spyOn(api, 'upload').mockRejectedValue(new Error('no'));
  let permit = (_: unknown) => {};
  microphone = () => new Promise((resolve) => (permit = resolve));
  open();
  press('Record');
  await act(() => vi.advanceTimersByTimeAsync(30_000));
  await act(async () => permit({ getTracks: () => [track] }));
  await screen.findByRole('button', { name: 'Stop' });
  await act(() => vi.advanceTimersByTimeAsync(4_000));
  await act(async () => press('Stop'));
  fireEvent.click(await screen.findByRole('button', { name: 'Send' }));
  await waitFor(() => expect(upload).toHaveBeenCalled());
  const form = upload.mock.calls[0]?.[1] as FormData;
  expect(Number(form.get('duration'))).toBeLessThan(10);
});

// What was written for a recording stayed beside the one that took its place.
it('begins anew with the transcript of another recording', async () => {
  open();
  await record();
  await act(async () => press('Stop'));
  const words = () => screen.getByRole('textbox', { name: 'Transcript (optional)' });
  await waitFor(() => expect(words()).toBeVisible());
  fireEvent.change(words(), { target: { value: 'Hello all' } });
  press('Record again');
  await screen.findByRole('button', { name: 'Stop' });
  await act(async () => press('Stop'));
  await waitFor(() => expect(words()).toHaveValue(''));
});
