import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '@/net/api';
import { resetToasts, useToasts } from '@/stores/toast';
import { PhotoInput, type PhotoInputProps } from './PhotoInput';

const stop = vi.fn();
const stream = { getTracks: () => [{ stop }] };
const getUserMedia = vi.fn(async (_wish: MediaStreamConstraints): Promise<unknown> => stream);
const toasted = () => useToasts.getState().toasts.map(({ text }) => text);

beforeEach(() => {
  vi.stubGlobal('navigator', Object.create(navigator, { mediaDevices: { value: { getUserMedia } } }));
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:photo');
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
  getUserMedia.mockClear();
  getUserMedia.mockResolvedValue(stream);
  stop.mockClear();
});
afterEach(() => {
  vi.unstubAllGlobals(); // files share a page
  resetToasts();
});

function open(props: Partial<PhotoInputProps> = {}) {
  const save = vi.fn(async () => 'Photo uploaded successfully');
  const remove = vi.fn(async () => {});
  const view = render(<PhotoInput saved={null} save={save} remove={remove} {...props} />);
  return { ...view, save, remove, person: userEvent.setup({ applyAccept: false }) };
}

const jpeg = (size = 10) => new File([new Uint8Array(size)], 'me.jpg', { type: 'image/jpeg' });
const press = (person: ReturnType<typeof userEvent.setup>, name: string) =>
  person.click(screen.getByRole('button', { name }));

it.each([
  ['NotAllowedError', 'Camera permission denied. Please allow camera access in your browser settings.'],
  ['NotReadableError', 'Camera is already in use by another application.'],
  ['AbortError', 'Failed to access camera. Please try uploading a photo instead.'],
])('turns to upload when the camera says %s (APP-26)', async (name, text) => {
  getUserMedia.mockRejectedValue(new DOMException('', name));
  const { person } = open();
  await press(person, 'Start camera');
  expect(await screen.findByText(text)).toBeVisible();
  expect(screen.getByRole('radio', { name: 'Upload' })).toBeChecked();
});

it('says when there is no camera to ask for (APP-26)', async () => {
  vi.stubGlobal('navigator', Object.create(navigator, { mediaDevices: { value: undefined } }));
  const { person } = open();
  await press(person, 'Start camera');
  expect(await screen.findByText('Camera API not available. Please use HTTPS.')).toBeVisible();
});

it('turns the camera, and releases it when it is left', async () => {
  const { person, unmount } = open();
  await press(person, 'Start camera');
  await waitFor(() => expect(screen.queryByText('Starting the camera')).not.toBeInTheDocument());
  expect(getUserMedia.mock.calls[0]?.[0]).toMatchObject({
    video: { facingMode: 'user', width: { ideal: 1280, min: 640 }, height: { ideal: 720, min: 480 } },
  });
  await press(person, 'Flip camera');
  await waitFor(() => expect(getUserMedia).toHaveBeenCalledTimes(2));
  expect(getUserMedia.mock.calls[1]?.[0]).toMatchObject({ video: { facingMode: 'environment' } });
  expect(stop).toHaveBeenCalledTimes(1);
  await press(person, 'Capture photo');
  expect(await screen.findByText('Camera not ready. Please try again.')).toBeVisible();
  unmount();
  await waitFor(() => expect(stop).toHaveBeenCalledTimes(2));
});

it('releases a camera that is allowed when the page was left', async () => {
  let allow: (stream: unknown) => void = () => {};
  getUserMedia.mockReturnValue(new Promise((done) => (allow = done)));
  const { person, unmount } = open();
  await press(person, 'Start camera');
  unmount();
  allow(stream);
  await waitFor(() => expect(stop).toHaveBeenCalledTimes(1));
});

it('uploads a chosen file, and says what is wrong with another (APP-23, APP-26)', async () => {
  const { person, save } = open();
  await person.click(screen.getByRole('radio', { name: 'Upload' }));
  await press(person, 'Save photo');
  expect(screen.getByText('No photo to upload. Please capture or select a photo first.')).toBeVisible();
  const input = screen.getByLabelText('Choose a photo');
  await person.upload(input, new File(['x'], 'me.gif', { type: 'image/gif' }));
  expect(screen.getByText(/^Invalid file type/)).toBeVisible();
  await person.upload(input, jpeg(5 * 2 ** 20 + 1));
  expect(screen.getByText('File too large. Maximum size is 5MB.')).toBeVisible();

  await person.upload(input, jpeg());
  expect(screen.getByRole('img', { name: 'Preview of your photo' })).toBeVisible();
  save.mockRejectedValueOnce(new ApiError(0, '', 'network'));
  await press(person, 'Save photo');
  expect(await screen.findByText('Failed to upload photo. Please try again.')).toBeVisible();
  save.mockRejectedValueOnce(new ApiError(400, '', 'http_400'));
  await press(person, 'Save photo');
  expect(await screen.findByText('Failed to upload photo')).toBeVisible();
  await press(person, 'Save photo');
  await waitFor(() => expect(toasted()).toEqual(['Photo uploaded successfully']));
});

it('removes a photo once it is confirmed (APP-24)', async () => {
  const { person, remove } = open({ saved: '/photo' });
  await press(person, 'Remove photo');
  expect(await screen.findByText('Are you sure you want to remove your photo?')).toBeVisible();
  const confirm = () => screen.getAllByRole('button', { name: 'Remove photo' }).at(-1) as HTMLElement;
  remove.mockRejectedValueOnce(new ApiError(0, '', 'network'));
  await person.click(confirm());
  expect(await screen.findByText('Failed to remove photo')).toBeVisible();
  await person.click(confirm());
  await waitFor(() => expect(toasted()).toEqual(['Photo removed successfully']));
});

it('changes a photo, or leaves it', async () => {
  const { person } = open({ saved: '/photo' });
  await press(person, 'Change photo');
  expect(screen.getByRole('button', { name: 'Start camera' })).toBeVisible();
  await press(person, 'Cancel');
  expect(screen.getByRole('img', { name: 'Your photo' })).toBeVisible();
});

function Photo() {
  const [saved, setSaved] = useState<string | null>(null);
  const save = async () => {
    setSaved('/photo');
    return 'Saved';
  };
  return <PhotoInput saved={saved} save={save} remove={async () => setSaved(null)} />;
}

it('keeps the keyboard at the picture, and presses nothing with an Enter that is held', async () => {
  vi.spyOn(HTMLMediaElement.prototype, 'readyState', 'get').mockReturnValue(4);
  vi.spyOn(HTMLVideoElement.prototype, 'videoWidth', 'get').mockReturnValue(1280);
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({ drawImage() {} } as never);
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done, type) =>
    done(new Blob(['me'], { type })),
  );
  const person = userEvent.setup();
  render(<Photo />);
  expect(document.body).toHaveFocus();
  const pressAtFocus = (name: string) => {
    screen.getByRole('button', { name }).focus();
    return person.keyboard('{Enter>3/}');
  };
  await pressAtFocus('Start camera');
  await waitFor(() => expect(screen.getByLabelText('Camera picture')).toHaveFocus());
  await pressAtFocus('Capture photo');
  await waitFor(() => expect(screen.getByRole('img', { name: 'Preview of your photo' })).toHaveFocus());
  await pressAtFocus('Take another');
  await waitFor(() => expect(screen.getByLabelText('Camera picture')).toHaveFocus());
  await pressAtFocus('Capture photo');
  await screen.findByRole('img', { name: 'Preview of your photo' });
  await pressAtFocus('Save photo');
  await waitFor(() => expect(screen.getByRole('img', { name: 'Your photo' })).toHaveFocus());
  await pressAtFocus('Change photo');
  expect(screen.getByRole('radio', { name: 'Camera' })).toHaveFocus();
  getUserMedia.mockRejectedValue(new DOMException('', 'NotReadableError'));
  await pressAtFocus('Start camera');
  await waitFor(() => expect(screen.getByRole('radio', { name: 'Upload' })).toHaveFocus());
  await pressAtFocus('Cancel');
  expect(screen.getByRole('img', { name: 'Your photo' })).toHaveFocus();
  await press(person, 'Remove photo');
  await screen.findByText('Are you sure you want to remove your photo?');
  await person.click(screen.getAllByRole('button', { name: 'Remove photo' }).at(-1) as HTMLElement);
  await waitFor(() => expect(screen.getByRole('radio', { name: 'Camera' })).toHaveFocus());
});
