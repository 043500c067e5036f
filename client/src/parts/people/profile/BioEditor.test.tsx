import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { tidy } from '@/app/app.fixture';
import { server } from '@/net/server.fixture';
import { queryClient } from '@/queries/client';
import { BioEditor } from './BioEditor';

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterEach(tidy);
afterAll(() => server.close());

// The answer was lost: the buttons went when the profile was read again, the failure stayed.
it('says no longer that a bio was not saved when it is seen that it was', async () => {
  server.use(http.patch('/api/profile/bio', () => HttpResponse.error()));
  const editor = (bio: string) => (
    <QueryClientProvider client={queryClient}>
      <BioEditor bio={bio} draft="At the north gate" onDraft={() => {}} />
    </QueryClientProvider>
  );
  const { rerender } = render(editor(''));
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Failed to save bio')).toBeVisible();
  rerender(editor('At the north gate'));
  expect(screen.queryByText('Failed to save bio')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
});
