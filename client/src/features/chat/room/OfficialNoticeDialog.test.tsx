import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { server } from '@/net/server.fixture';
import type { Notice } from '@/wire/bodies.gen';
import OfficialNoticeDialog from './OfficialNoticeDialog';

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

const notices: Notice[] = [
  {
    id: 'n1',
    kind: 'report_reviewed',
    text: 'Thank you. A report of yours was looked at.',
    createdAt: '2026-01-01T00:00:00Z',
  },
  { id: 'n2', kind: 'warned', text: 'An administrator has warned you.', createdAt: '2026-01-02T00:00:00Z' },
];

it('shows one notice at a time and dismisses what was read', async () => {
  const dismissed: string[] = [];
  server.use(
    http.delete('/api/chat/notices/:id', ({ params }) => {
      dismissed.push(String(params.id));
      return HttpResponse.json({ success: true });
    }),
  );
  const person = userEvent.setup();
  render(
    <QueryClientProvider client={new QueryClient()}>
      <OfficialNoticeDialog onClose={() => {}} notices={notices} />
    </QueryClientProvider>,
  );
  expect(screen.getByRole('dialog')).toHaveTextContent('A report of yours was looked at.');
  await person.click(screen.getByRole('button', { name: 'All right' }));
  expect(screen.getByRole('dialog')).toHaveTextContent('An administrator has warned you.');
  await person.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  await waitFor(() => expect(dismissed).toEqual(['n1', 'n2']));
});
