import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { dateReceived, resetServerClock } from '@/net/serverClock';
import { Ago } from './Ago';
import { DaySeparator } from './Separators';

const dayMs = 86_400_000;

afterEach(() => {
  cleanup();
  resetServerClock();
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

// A message that had just come stood under "Yesterday" where the device was a day ahead, and
// yesterday's under "Today" where it was a day behind.
it.each([dayMs, -dayMs])('goes by the clock of the server on a device that is %i ms off', (off) => {
  const now = new Date(2026, 4, 4, 12).getTime();
  vi.useFakeTimers({ now: now + off });
  dateReceived(new Date(now).toUTCString());
  render(
    <>
      <DaySeparator at={now} />
      <DaySeparator at={now - dayMs} />
      <Ago at={now - 300_000} />
    </>,
  );
  expect(screen.getByText('Today')).toBeInTheDocument();
  expect(screen.getByText('Yesterday')).toBeInTheDocument();
  expect(screen.getByText('5m')).toBeInTheDocument();
});
