import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { DaySeparator } from './Separators';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

it('says Yesterday once midnight has passed, without being drawn anew', async () => {
  vi.useFakeTimers({ now: new Date(2026, 4, 4, 23, 59, 50) });
  render(<DaySeparator at={Date.now()} />);
  expect(screen.getByText('Today')).toBeInTheDocument();
  await act(() => vi.advanceTimersByTimeAsync(20_000));
  expect(screen.getByText('Yesterday')).toBeInTheDocument();
  expect(screen.queryByText('Today')).toBeNull();
});
