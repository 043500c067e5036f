// An event that comes while something is asked for the first time. The answer may be from
// before it, and stood as the newest.
import { QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { followAdminChanges } from './adminChanges';
import { queryClient, resetQueries } from './client';
import { emergencyKey, inboxKey } from './keys';
import { askAgain } from './stale';

afterEach(resetQueries);

it.each([
  ['a receipt, the history', [...emergencyKey, 'history'], () => askAgain('emergency')],
  [
    'an emergency, the inbox',
    [...inboxKey, 'open', ''],
    () => followAdminChanges([{ part: 'emergency', userId: 'u1', by: 'u1' }]),
  ],
])('%s is asked for again after its first answer', async (_, queryKey, event) => {
  const answers: ((answer: string) => void)[] = [];
  const queryFn = () => new Promise<string>((resolve) => answers.push(resolve));
  const observer = new QueryObserver(queryClient, { queryKey, queryFn });
  const stop = observer.subscribe(() => {});
  event();
  event();
  expect(answers).toHaveLength(1);
  answers[0]?.('before');
  await vi.waitFor(() => expect(answers).toHaveLength(2));
  expect(observer.getCurrentResult().data).toBe('before');
  answers[1]?.('after');
  await vi.waitFor(() => expect(observer.getCurrentResult().data).toBe('after'));
  // Events of later are asked about at once.
  event();
  expect(answers).toHaveLength(3);
  stop();
});
