// The sound of a mention: of one message once.
import { beforeEach, expect, it, vi } from 'vitest';
import { me } from '@/stores/session/me.fixture';
import { endSession, startSession } from '@/stores/session/session';
import { onMention, onMentionReceived } from './mentions';

const sound = vi.fn();
let hours = 0; // each test is later than the one before

beforeEach(() => {
  vi.useFakeTimers({ now: ++hours * 6_000_000 });
  startSession('t', me);
  sound.mockClear();
  const stop = onMention(sound);
  return () => {
    endSession();
    stop();
    vi.useRealTimers();
  };
});

function mention(id: string) {
  vi.advanceTimersByTime(10_000);
  onMentionReceived('general', id);
}

it('is heard of one message once', () => {
  mention('m1');
  mention('m1');
  expect(sound).toHaveBeenCalledTimes(1);
});

// Two members at one browser: the second heard nothing of a message that names both.
it('is heard again in the next session', () => {
  mention('m2');
  endSession();
  startSession('u', { ...me, id: 'u-other' });
  mention('m2');
  expect(sound).toHaveBeenCalledTimes(2);
});

it('remembers the newest messages only', () => {
  for (let n = 0; n <= 500; n++) mention(`n${n}`);
  sound.mockClear();
  mention('n500');
  expect(sound).not.toHaveBeenCalled();
  mention('n0');
  expect(sound).toHaveBeenCalledTimes(1);
});

it('sounds also after the clock was put back by a day', () => {
  mention('m-1');
  vi.setSystemTime(Date.now() - 86_400_000);
  mention('m-2');
  expect(sound).toHaveBeenCalledTimes(2);
});
