// An error that comes before anything on the screen has read it.
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { ApiError } from '@/net/api';
import { QueryView } from '@/ui/QueryView';
import { queryClient } from './client';

let fail = () => {};
let open = () => {};

/** Reads the data only; its content, which reads the error, is drawn later, without it. */
function Dialog() {
  const query = useQuery({
    queryKey: ['late'],
    queryFn: () =>
      new Promise<string>((_, reject) => {
        fail = () => reject(new ApiError(404, 'Not there', 'not_found'));
      }),
  });
  return (
    <section aria-label={query.data ?? 'Loading'}>
      <Content>
        <QueryView query={query} loading="Loading" skeleton={null} failed="Failed">
          {(data) => data}
        </QueryView>
      </Content>
    </section>
  );
}

function Content({ children }: { children: React.ReactNode }) {
  const [shown, setShown] = useState(false);
  open = () => setShown(true);
  return shown ? children : null;
}

it('shows an error that came before the content of its dialog', async () => {
  render(
    <QueryClientProvider client={queryClient}>
      <Dialog />
    </QueryClientProvider>,
  );
  await act(async () => fail());
  await expect.poll(() => queryClient.getQueryState(['late'])?.status).toBe('error');
  act(() => open());
  expect(await screen.findByText('Failed')).toBeVisible();
});
