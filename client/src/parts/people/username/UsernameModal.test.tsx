import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError, api } from '@/net/api';
import { asksBeforeItCloses } from '@/ui/unsaved.fixture';
import UsernameModal from './UsernameModal';

type Answer = (reply: unknown) => void;
let asked: { path: string; answer: Answer }[] = [];
let onSet: (name: string) => void;
let lock = {
  success: true,
  canChange: true,
  nextAvailableDate: null as string | null,
  daysRemaining: 0,
  lockDays: 30,
};

beforeEach(() => {
  vi.useFakeTimers();
  asked = [];
  onSet = vi.fn<(name: string) => void>();
  lock = { success: true, canChange: true, nextAvailableDate: null, daysRemaining: 0, lockDays: 30 };
  vi.spyOn(api, 'get').mockImplementation((path: string) =>
    path.startsWith('/profile')
      ? (Promise.resolve(lock) as Promise<never>)
      : new Promise<never>((resolve) => asked.push({ path, answer: resolve as Answer })),
  );
});
afterEach(() => vi.useRealTimers());

async function show() {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <UsernameModal open onClose={() => {}} onSet={onSet} />
    </QueryClientProvider>,
  );
  await act(() => vi.advanceTimersByTimeAsync(0));
}
const type = (value: string) => fireEvent.change(screen.getByRole('textbox'), { target: { value } });
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const submit = () => screen.getByRole('button', { name: 'Set Username' });
const answer = (index: number, available: boolean, reason = '') =>
  act(async () => {
    asked[index]?.answer({ success: true, available, reason });
    await vi.advanceTimersByTimeAsync(0);
  });

it.each([
  ['ab', 'Username must be at least 3 characters'],
  ['a'.repeat(21), 'Username must be 20 characters or less'],
  ['a b', 'Username can only contain letters, numbers, and underscore'],
])('says what is wrong with %j and asks nothing (NAME-2)', async (name, words) => {
  await show();
  type(name);
  await wait(1_000);
  expect(screen.getByText(words)).toBeVisible();
  expect(asked).toEqual([]);
  expect(submit()).toBeDisabled();
});

it('asks 500 ms after the last key and opens the button on a yes (NAME-5)', async () => {
  await show();
  type('Night');
  await wait(499);
  type('Night_Owl');
  await wait(499);
  expect(asked).toEqual([]);
  await wait(1);
  expect(asked.map((a) => a.path)).toEqual(['/chat/check-username/night_owl']);
  expect(submit()).toBeDisabled();
  await answer(0, true);
  expect(submit()).toBeEnabled();
});

it('ignores a late answer to an older name (NAME-5)', async () => {
  await show();
  type('first');
  await wait(500);
  type('second');
  await wait(500);
  await answer(1, false, 'Username cannot contain reserved terms');
  await answer(0, true);
  expect(screen.getByText('Username cannot contain reserved terms')).toBeVisible();
  expect(submit()).toBeDisabled();
});

it('hands over the stored name, or shows why not (NAME-6)', async () => {
  const post = vi.spyOn(api, 'post').mockRejectedValueOnce(new ApiError(500, '', 'internal'));
  await show();
  type('owl');
  asksBeforeItCloses();
  await wait(500);
  await answer(0, true);
  fireEvent.click(submit());
  await wait(0);
  expect(screen.getByText('Failed to set username')).toBeVisible();
  post.mockResolvedValueOnce({ success: true, username: 'owl' });
  fireEvent.click(submit());
  await wait(0);
  expect(onSet).toHaveBeenCalledWith('owl');
});

it("shows the lock in the server's numbers (NAME-13)", async () => {
  await show();
  expect(screen.getByText('After this it cannot be changed for 30 days.')).toBeVisible();
});

it('closes the form while the lock holds (NAME-13)', async () => {
  lock = { ...lock, canChange: false, daysRemaining: 12 };
  await show();
  expect(screen.getByText('It can be changed again in 12 days.')).toBeVisible();
  expect(screen.getByRole('textbox')).toBeDisabled();
});
