// The join sound, played to a recorded audio context.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const loudest = vi.fn();
const started = vi.fn();
let state = 'running';
const resume = vi.fn(() => Promise.resolve());

class FakeContext {
  currentTime = 5;
  destination = {};
  get state() {
    return state;
  }
  resume = resume;
  createOscillator() {
    return { type: '', frequency: { value: 0 }, connect: (to: object) => to, start: started, stop: vi.fn() };
  }
  createGain() {
    const gain = {
      setValueAtTime: vi.fn(),
      linearRampToValueAtTime: loudest,
      exponentialRampToValueAtTime: vi.fn(),
    };
    return { gain, connect: vi.fn() };
  }
}

beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal('AudioContext', FakeContext);
  state = 'running';
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

it('plays at volume 0.3 (CHAT-28)', async () => {
  const { playJoinSound } = await import('./sound');
  playJoinSound();
  expect(started).toHaveBeenCalledTimes(2);
  expect(loudest.mock.calls.map(([volume]) => volume)).toEqual([0.3, 0.3]);
});

it('plays nothing while the browser keeps sound suspended, and asks to resume', async () => {
  state = 'suspended';
  const { playJoinSound } = await import('./sound');
  playJoinSound();
  expect(started).not.toHaveBeenCalled();
  expect(resume).toHaveBeenCalledTimes(1);
});

it('begins no sound before the first press on the page', async () => {
  const begun = vi.fn();
  vi.stubGlobal('AudioContext', begun);
  vi.stubGlobal('navigator', { userActivation: { hasBeenActive: false } });
  const { playJoinSound } = await import('./sound');
  playJoinSound();
  expect(begun).not.toHaveBeenCalled();
});

it('is silent where there is no sound at all', async () => {
  vi.stubGlobal('AudioContext', undefined);
  const { playJoinSound } = await import('./sound');
  expect(playJoinSound).not.toThrow();
});
