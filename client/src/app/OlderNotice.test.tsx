// The notice that what is shown is old.
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ApiError } from '@/net/api';
import { queryClient } from '@/queries/client';
import { formatDate } from '@/rules/format';
import { OlderNotice } from './OlderNotice';

function Shown({ of }: { of: number }) {
  useQuery({
    queryKey: ['shown', of],
    queryFn: () => Promise.reject(new ApiError(0, '', 'network')),
    initialData: 1,
    initialDataUpdatedAt: of,
    retry: false,
    staleTime: 0,
    refetchInterval: false,
  });
  return null;
}

it.each([
  ['the time of today', 0, 'clock'],
  ['the day of what is older', 86_400_000, 'full'],
] as const)('says %s', async (_, age, shape) => {
  const of = Date.now() - age;
  render(
    <QueryClientProvider client={queryClient}>
      <Shown of={of} />
      <OlderNotice />
    </QueryClientProvider>,
  );
  const time = formatDate(of, shape);
  expect(await screen.findByText(new RegExp(`as of ${time}`, 'i'))).toBeVisible();
  queryClient.clear();
});
