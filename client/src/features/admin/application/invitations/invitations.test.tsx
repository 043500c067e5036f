// Invitations on a device whose clock is days off.
import { QueryClientProvider, useInfiniteQuery } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { tidy } from '@/app/app.fixture';
import { ok, server } from '@/net/server.fixture';
import { dateReceived, resetServerClock } from '@/net/serverClock';
import { invitationsQuery } from '@/queries/application/invitations';
import { queryClient } from '@/queries/client';
import { asksBeforeItCloses } from '@/ui/unsaved.fixture';
import type { Invitation } from '@/wire/bodies.gen';
import { InvitationForm } from './InvitationForm';
import { InvitationList } from './InvitationList';
import { Invitations } from './Invitations';

const dayMs = 86_400_000;

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterEach(() => {
  tidy();
  resetServerClock();
});
afterAll(() => server.close());

const invitationOf = (code: string, made: number): Invitation => ({
  id: code,
  code,
  uses: 5,
  used: 1,
  expiresAt: new Date(made + dayMs).toISOString(),
  endedAt: null,
  note: '',
  createdBy: null,
  createdByName: null,
  createdAt: new Date(made - dayMs).toISOString(),
  brought: [],
});

// The server had cut the list off.
it('shows the next page when it is asked for', async () => {
  server.use(
    http.get('/api/admin/invitations', ({ request }) => {
      const second = new URL(request.url).searchParams.get('cursor') === 'next';
      const code = second ? 'MILL' : 'CAMP';
      return ok({ invitations: [invitationOf(code, Date.now())], nextCursor: second ? null : 'next' });
    }),
  );
  render(
    <QueryClientProvider client={queryClient}>
      <Invitations onClose={() => {}} onOpen={() => {}} />
    </QueryClientProvider>,
  );
  expect(await screen.findByText('CAMP')).toBeVisible();
  expect(screen.queryByText('MILL')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
  expect(await screen.findByText('MILL')).toBeVisible();
  expect(screen.getByText('CAMP')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
});

it('holds until the server says that it ends, and is made by the same clock', async () => {
  const serverTime = Date.now() - 3 * dayMs;
  const date = new Date(serverTime).toUTCString();
  let expiresAt = '';
  server.use(
    http.post('/api/admin/invitations', async ({ request }) => {
      ({ expiresAt } = (await request.json()) as { expiresAt: string });
      return ok({ invitation: { code: 'MILL' } });
    }),
  );
  const invitation = invitationOf('CAMP', serverTime);
  dateReceived(date);
  render(
    <QueryClientProvider client={queryClient}>
      <InvitationForm />
      <InvitationList invitations={[invitation]} onOpen={() => {}} />
    </QueryClientProvider>,
  );
  expect(screen.getByRole('button', { name: 'Copy link' })).toBeVisible();
  await userEvent.type(screen.getByRole('textbox', { name: /days/i }), '2');
  await userEvent.click(screen.getByRole('button', { name: /^Create/ }));
  await expect.poll(() => expiresAt).not.toBe('');
  expect(Math.round((Date.parse(expiresAt) - serverTime) / dayMs)).toBe(2);
});

// The answer was lost, and the second press made a second invitation; its expiry was a moment later.
it('is made once when the answer is lost and the same is sent again', async () => {
  const calls: string[] = [];
  let lost = true;
  server.use(
    http.get('/api/admin/invitations', () => ok({ invitations: [], nextCursor: null })),
    http.post('/api/admin/invitations', async ({ request }) => {
      calls.push(`${request.headers.get('Idempotency-Key')} ${await request.text()}`);
      return lost ? HttpResponse.error() : ok({ invitation: { code: 'MILL' } });
    }),
  );
  render(
    <QueryClientProvider client={queryClient}>
      <InvitationForm />
    </QueryClientProvider>,
  );
  const create = screen.getByRole('button', { name: /^Create/ });
  const press = async (count: number) => {
    dateReceived(new Date(Date.now() + count * dayMs).toUTCString());
    await userEvent.click(create);
    await waitFor(() => expect(calls).toHaveLength(count));
    await waitFor(() => expect(create).not.toHaveAttribute('aria-busy'));
  };
  const days = screen.getByRole('textbox', { name: /days/i });
  await userEvent.type(days, '2');
  await press(1);
  lost = false;
  await press(2);
  await waitFor(() => expect(days).toHaveValue(''));
  await userEvent.type(days, '2');
  await press(3);
  expect(calls[0]).toMatch(/^[\da-f-]{36} .*expiresAt/);
  expect(calls[1]).toBe(calls[0]);
  expect(calls[2]?.slice(0, 36)).not.toBe(calls[0]?.slice(0, 36));
});

// What was typed went with a reload.
it('is kept while it is written, until it is thrown away', async () => {
  server.use(http.get('/api/admin/invitations', () => ok({ invitations: [], nextCursor: null })));
  const onClose = vi.fn();
  const open = () =>
    render(
      <QueryClientProvider client={queryClient}>
        <Invitations onClose={onClose} onOpen={() => {}} />
      </QueryClientProvider>,
    );
  const note = () => screen.findByRole('textbox', { name: 'Note' });
  open();
  await userEvent.type(await note(), 'For the mill');
  cleanup();
  open();
  expect(await note()).toHaveValue('For the mill');
  asksBeforeItCloses();
  await userEvent.keyboard('{Escape}');
  await userEvent.click(await screen.findByRole('button', { name: 'Discard' }));
  expect(onClose).toHaveBeenCalled();
  cleanup();
  open();
  expect(await note()).toHaveValue('');
});

function Listed() {
  const { data } = useInfiniteQuery(invitationsQuery);
  return <InvitationList invitations={data?.pages[0]?.invitations ?? []} onOpen={() => {}} />;
}

// The focus was on the page, of which a keyboard knew no way back to the list.
it('gives the focus to the list when the button that ended one has gone', async () => {
  let now = invitationOf('CAMP', Date.now());
  server.use(
    http.get('/api/admin/invitations', () => ok({ invitations: [now], nextCursor: null })),
    http.delete('/api/admin/invitations/:id', () => {
      now = { ...now, endedAt: new Date().toISOString() };
      return ok({});
    }),
  );
  render(
    <QueryClientProvider client={queryClient}>
      <Listed />
    </QueryClientProvider>,
  );
  await userEvent.click(await screen.findByRole('button', { name: 'End' }));
  const question = await screen.findByRole('dialog', { name: 'End invitation CAMP?' });
  await userEvent.click(within(question).getByRole('button', { name: 'End' }));
  expect(await screen.findByText('Ended')).toBeVisible();
  await waitFor(() => expect(screen.getByText('CAMP').closest('ul')).toHaveFocus());
});
