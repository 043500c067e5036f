import { act, fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { VoicePlayer } from './VoicePlayer';

let play: ReturnType<typeof vi.fn>;

beforeEach(() => {
  play = vi.fn(function (this: HTMLAudioElement) {
    this.dispatchEvent(new Event('play'));
    return Promise.resolve();
  });
  HTMLMediaElement.prototype.play = play as never;
  HTMLMediaElement.prototype.pause = function () {
    this.dispatchEvent(new Event('pause'));
  };
});

const sounds = () => [...document.querySelectorAll('audio')];
const slider = () => screen.getByRole('slider');

it('plays, pauses, and shows where it is (CHAT-38)', async () => {
  render(<VoicePlayer source="/media/1" duration={30} waveform={[10, 90]} />);
  const [sound] = sounds();
  if (!sound) throw new Error('no sound');
  // A plain element with an address of its own: what every phone plays.
  expect(sound).toHaveAttribute('src', '/media/1');
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Play' })));
  expect(play).toHaveBeenCalledTimes(1);
  sound.currentTime = 12.4;
  fireEvent.timeUpdate(sound);
  expect(slider()).toHaveAttribute('aria-valuetext', '0:12 of 0:30');
  fireEvent.click(screen.getByRole('button', { name: 'Pause' }));
  expect(screen.getByRole('button', { name: 'Play' })).toBeVisible();
});

// On a slow line it looked as if it played, at 0:00 and without a sound.
it('shows that it waits for the sound', async () => {
  render(<VoicePlayer source="/media/1" duration={30} waveform={[]} />);
  const [sound] = sounds();
  if (!sound) throw new Error('no sound');
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Play' })));
  const button = screen.getByRole('button', { name: 'Pause' });
  fireEvent.waiting(sound);
  expect(button).toHaveAttribute('aria-busy', 'true');
  fireEvent.playing(sound);
  expect(button).not.toHaveAttribute('aria-busy');
  fireEvent.waiting(sound);
  fireEvent.click(button);
  expect(button).not.toHaveAttribute('aria-busy');
});

it('is sought by keys and by pointer, before it has been loaded too', () => {
  render(<VoicePlayer source="/media/1" duration={30} waveform={[]} />);
  fireEvent.keyDown(slider(), { key: 'ArrowRight' });
  expect(slider()).toHaveAttribute('aria-valuenow', '5');
  fireEvent.keyDown(slider(), { key: 'End' });
  expect(slider()).toHaveAttribute('aria-valuenow', '30');
  fireEvent.keyDown(slider(), { key: 'ArrowLeft' });
  slider().getBoundingClientRect = () => ({ left: 100, width: 200 }) as DOMRect;
  fireEvent.pointerDown(slider(), { clientX: 150 });
  expect(slider()).toHaveAttribute('aria-valuetext', '0:07 of 0:30');
  const [sound] = sounds();
  if (!sound) throw new Error('no sound');
  fireEvent.loadedMetadata(sound);
  expect(sound.currentTime).toBe(7.5);
});

it('changes its speed', () => {
  render(<VoicePlayer source="/media/1" duration={30} waveform={[]} />);
  fireEvent.click(screen.getByRole('button', { name: 'Speed 1×' }));
  fireEvent.click(screen.getByRole('button', { name: 'Speed 1.5×' }));
  expect(sounds()[0]?.playbackRate).toBe(2);
  fireEvent.click(screen.getByRole('button', { name: 'Speed 2×' }));
  expect(sounds()[0]?.playbackRate).toBe(1);
});

it('plays one at a time', async () => {
  render(
    <>
      <VoicePlayer source="/media/1" duration={3} waveform={[]} />
      <VoicePlayer source="/media/2" duration={3} waveform={[]} />
    </>,
  );
  const [first, second] = screen.getAllByRole('button', { name: 'Play' });
  await act(async () => fireEvent.click(first as Element));
  await act(async () => fireEvent.click(second as Element));
  expect(screen.getAllByRole('button', { name: 'Pause' })).toHaveLength(1);
  expect(screen.getAllByRole('button', { name: 'Play' })[0]).toBe(first);
});

it('goes on with a renewed link where the old one failed', async () => {
  const onFail = vi.fn();
  const { rerender } = render(<VoicePlayer source="/old" duration={30} waveform={[]} onFail={onFail} />);
  fireEvent.keyDown(slider(), { key: 'ArrowRight' });
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Play' })));
  const [sound] = sounds();
  if (!sound) throw new Error('no sound');
  fireEvent.error(sound);
  expect(onFail).toHaveBeenCalledTimes(1);
  await act(async () => rerender(<VoicePlayer source="/new" duration={30} waveform={[]} onFail={onFail} />));
  expect(play).toHaveBeenCalledTimes(2);
  fireEvent.loadedMetadata(sound);
  expect(sound.currentTime).toBe(5);
});
