import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { toggleMute, useMute } from '@/stores/chat/mute';
import { queueArrival, resetPresence } from '@/stores/room/presence';
import { JoinToast } from './JoinToast';
import * as sound from './sound';

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(sound, 'playJoinSound').mockImplementation(() => {});
  resetPresence();
  useMute.setState({ muted: false });
});
afterEach(() => vi.useRealTimers());

const toastOf = (name: string) => screen.queryByText(name, { selector: 'strong' })?.closest('p') ?? null;

it('shows each join for 3 s, leaving at 2.7 s, one after another (CHAT-28)', () => {
  render(<JoinToast />);
  act(() => {
    queueArrival('ann', false);
    queueArrival('bob', true);
  });
  expect(toastOf('ann')).not.toBeNull();
  expect(toastOf('bob')).toBeNull();
  act(() => vi.advanceTimersByTime(2_699));
  expect(toastOf('ann')).not.toHaveAttribute('data-leaving');
  act(() => vi.advanceTimersByTime(1));
  expect(toastOf('ann')).toHaveAttribute('data-leaving');
  act(() => vi.advanceTimersByTime(300));
  expect(toastOf('ann')).toBeNull();
  expect(toastOf('bob')).not.toBeNull();
  expect(screen.getByText('contributed')).toBeVisible();
  expect(sound.playJoinSound).toHaveBeenCalledTimes(2);
});

it('is silent when muted, and keeps the choice under chat_muted (CHAT-29)', () => {
  toggleMute();
  expect(localStorage.getItem('chat_muted')).toBe('true');
  render(<JoinToast />);
  act(() => queueArrival('ann', false));
  expect(toastOf('ann')).not.toBeNull();
  expect(sound.playJoinSound).not.toHaveBeenCalled();
});

it('announces at most one join in 30 s', () => {
  render(<JoinToast />);
  const come = (name: string) => act(() => queueArrival(name, false));
  come('ann');
  expect(screen.getByRole('status')).toHaveTextContent('ann joined');
  act(() => vi.advanceTimersByTime(3_000));
  come('bob');
  expect(screen.getByRole('status')).toHaveTextContent('ann joined');
  act(() => vi.advanceTimersByTime(30_000));
  come('cem');
  expect(screen.getByRole('status')).toHaveTextContent('cem joined');
});
