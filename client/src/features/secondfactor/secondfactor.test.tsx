// The second factor is asked for when a call needs it, and the call is made again.

import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { api, onUnproven } from '@/net/api';
import { fail, ok } from '@/net/server.fixture';
import { queryClient } from '@/queries/client';
import { loseSession } from '@/stores/session/session';
import { useToasts } from '@/stores/toast';
import { Modal } from '@/ui/Modal';
import { Toaster } from '@/ui/Toaster';
import { ask } from './ask';
import SecondFactorSheet from './SecondFactorSheet';

const server = setupServer();
let proven: boolean;
let factors: unknown[];
let made: unknown[];

beforeAll(() => {
  server.listen({ onUnhandledRequest: 'error' });
  onUnproven(ask);
});
beforeEach(() => {
  proven = false;
  factors = [];
  made = [];
  queryClient.clear();
  server.use(
    http.get('/api/profile/second-factor', () => ok({ factors, recoveryCodes: 9, state: '' })),
    http.post('/api/profile/second-factor/prove', async ({ request }) => {
      const { code } = (await request.json()) as { code: string };
      if (code !== '123456') return fail(400, 'This code is not right', 'factor_wrong');
      proven = true;
      return ok();
    }),
    http.post('/api/dangerous', async ({ request }) => {
      if (!proven) return fail(403, 'Please confirm your second factor again.', 'second_factor_again');
      made.push(await request.json());
      return ok();
    }),
    http.get('/api/desk', () =>
      proven ? ok() : fail(403, 'Please confirm your second factor.', 'second_factor_due'),
    ),
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
  server.resetHandlers();
});
afterAll(() => server.close());

const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => '',
    (failure: { code: string }) => failure.code,
  );

it('asks once for calls that are refused together, and makes them again', async () => {
  const calls = [api.post('/dangerous', { to: 'ann' }), api.post('/dangerous', { to: 'bob' })];
  const field = await screen.findByRole('textbox', { name: 'Code of the app, or a recovery code' });
  expect(screen.getAllByRole('dialog')).toHaveLength(1);
  // The dialog itself had it: its field was drawn later.
  expect(field).toHaveFocus();
  await userEvent.type(field, '000000');
  await userEvent.click(screen.getByRole('button', { name: 'Confirm' }));
  expect(await screen.findByText('This code is not right')).toBeVisible();
  await userEvent.clear(field);
  await userEvent.type(field, '123456');
  await userEvent.click(screen.getByRole('button', { name: 'Confirm' }));
  await Promise.all(calls);
  expect(made).toEqual([{ to: 'ann' }, { to: 'bob' }]);
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('fails as the call did when it is declined, and does not ask for what comes by itself', async () => {
  const declined = codeOf(api.get('/desk'));
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
  expect(await declined).toBe('second_factor_due');
  expect(await codeOf(api.get('/desk'))).toBe('second_factor_due');
  // What the person does asks again.
  const again = codeOf(api.post('/dangerous'));
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
  expect(await again).toBe('second_factor_again');
});

// A second tab asked for a code after the first had proven it, and kept its call waiting.
it('asks no longer once another tab has proven it', async () => {
  const call = api.post('/dangerous', { to: 'ann' });
  await screen.findByRole('dialog', { name: 'Confirm that it is you' });
  proven = true;
  act(() => {
    dispatchEvent(new StorageEvent('storage', { key: 'second_factor_proven', newValue: '1' }));
  });
  await call;
  expect(made).toEqual([{ to: 'ann' }]);
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('lets the other tabs know', async () => {
  const call = api.post('/dangerous', { to: 'ann' });
  await userEvent.type(await screen.findByRole('textbox'), '123456');
  await userEvent.click(screen.getByRole('button', { name: 'Confirm' }));
  await call;
  expect(localStorage.getItem('second_factor_proven')).not.toBeNull();
});

// Escape asked "Discard this?" about a code.
it('closes without a question', async () => {
  const declined = codeOf(api.post('/dangerous'));
  await userEvent.type(await screen.findByRole('textbox'), '1');
  await userEvent.keyboard('{Escape}');
  expect(await declined).toBe('second_factor_again');
});

// The question took itself for declined and loaded the dashboard, and the toast went with the page.
it('leaves the page alone when the session ends while the back office asks', async () => {
  const assign = vi.fn();
  const { origin } = window.location;
  vi.stubGlobal('location', { origin, href: `${origin}/admin`, pathname: '/admin', assign });
  const refused = codeOf(api.get('/desk'));
  await screen.findByRole('dialog', { name: 'Confirm that it is you' });
  act(() => loseSession());
  expect(await refused).toBe('second_factor_due');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(assign).not.toHaveBeenCalled();
  expect(useToasts.getState().toasts).toHaveLength(1);
});

// The toasts stood in the dialog under it when the question opened, and kept that one in reach.
it('leaves nothing under the question in reach', async () => {
  render(
    <>
      <Toaster />
      <Modal open onOpenChange={() => {}} title="Delete room">
        <p>Sure?</p>
      </Modal>
    </>,
  );
  const under = screen.getByRole('dialog', { name: 'Delete room' });
  expect(under).toContainElement(screen.getByRole('region', { name: 'Notices' }));
  const declined = codeOf(api.post('/dangerous'));
  let question = await screen.findByRole('dialog', { name: 'Confirm that it is you' });
  await waitFor(() => expect(question).toContainElement(screen.getByRole('region', { name: 'Notices' })));
  expect(under.closest('[inert], [aria-hidden="true"]')).not.toBeNull();
  expect(question.closest('[inert], [aria-hidden="true"]')).toBeNull();
  // The dialog under it took the focus back, and a code that was typed at once went nowhere.
  expect(within(question).getByRole('textbox')).toHaveFocus();
  // "Discard this?", of a code.
  await userEvent.keyboard('1234{Escape}');
  expect(await declined).toBe('second_factor_again');
  expect(under.closest('[inert], [aria-hidden="true"]')).toBeNull();
  const again = codeOf(api.post('/dangerous'));
  question = await screen.findByRole('dialog', { name: 'Confirm that it is you' });
  await userEvent.click(within(question).getByRole('button', { name: 'Cancel' }));
  await again;
  expect(under.closest('[inert], [aria-hidden="true"]')).toBeNull();
});

it('sets up an app, and shows its recovery codes once', async () => {
  const codes = ['AAAA-BBBB', 'CCCC-DDDD'];
  server.use(
    http.post('/api/profile/second-factor/app', () =>
      ok({ secret: 'GEZDGNBV', address: 'otpauth://totp/x', picture: 'data:image/png;base64,AA==' }),
    ),
    http.post('/api/profile/second-factor/app/confirm', () => {
      factors = [{ id: 'f', kind: 'totp', name: '', createdAt: '2026-11-28T04:00:00Z', lastUsedAt: null }];
      return ok({ codes });
    }),
  );
  render(
    <QueryClientProvider client={queryClient}>
      <SecondFactorSheet open onClose={() => {}} />
    </QueryClientProvider>,
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Set up an app' }));
  expect(await screen.findByText('GEZDGNBV')).toBeVisible();
  await userEvent.type(screen.getByRole('textbox', { name: 'Code of the app' }), '123456');
  await userEvent.click(screen.getByRole('button', { name: 'Confirm' }));
  expect(await screen.findByText('CCCC-DDDD')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'I have kept them' }));
  expect(await screen.findByText('Authenticator app')).toBeVisible();
  await waitFor(() => expect(screen.queryByText('CCCC-DDDD')).toBeNull());
  expect(screen.queryByRole('button', { name: 'Set up an app' })).toBeNull();
});

// The question about the second factor began with what had failed for the first.
it('says of each factor alone that it was not removed, and knows one that is gone', async () => {
  const of = (id: string, name: string) => ({
    id,
    name,
    kind: 'passkey',
    createdAt: '2026-11-28T04:00:00Z',
    lastUsedAt: null,
  });
  factors = [of('a', 'Laptop'), of('b', 'Phone')];
  let reply = () => fail(500, '');
  server.use(http.delete('/api/profile/second-factor/factors/:id', () => reply()));
  render(
    <QueryClientProvider client={queryClient}>
      <SecondFactorSheet open onClose={() => {}} />
    </QueryClientProvider>,
  );
  const question = () => screen.findByRole('dialog', { name: /^Remove/ });
  await userEvent.click(await screen.findByRole('button', { name: 'Remove Laptop' }));
  await userEvent.click(within(await question()).getByRole('button', { name: 'Remove' }));
  expect(await within(await question()).findByRole('alert')).not.toBeEmptyDOMElement();
  await userEvent.click(within(await question()).getByRole('button', { name: 'Cancel' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Remove Phone' }));
  expect(within(await question()).queryByText(/could not|failed/i)).toBeNull();
  reply = () => {
    factors = [];
    return fail(404, 'There is no such factor', 'factor_unknown');
  };
  await userEvent.click(within(await question()).getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: /^Remove/ })).toBeNull());
});

it('gives recovery codes anew when the answer with the first ones was lost', async () => {
  let presses = 0;
  server.use(
    http.post('/api/profile/second-factor/app', () =>
      ok({ secret: 'GEZDGNBV', address: 'otpauth://totp/x', picture: 'data:image/png;base64,AA==' }),
    ),
    http.post('/api/profile/second-factor/app/confirm', () => {
      factors = [{ id: 'f', kind: 'totp', name: '', createdAt: '2026-11-28T04:00:00Z', lastUsedAt: null }];
      presses += 1;
      return presses === 1
        ? HttpResponse.error()
        : fail(409, 'Please begin again to set up the app', 'factor_not_begun');
    }),
    http.post('/api/profile/second-factor/recovery-codes', () => ok({ codes: ['EEEE-FFFF'] })),
  );
  render(
    <QueryClientProvider client={queryClient}>
      <SecondFactorSheet open onClose={() => {}} />
    </QueryClientProvider>,
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Set up an app' }));
  await userEvent.type(await screen.findByRole('textbox', { name: 'Code of the app' }), '123456');
  await userEvent.click(screen.getByRole('button', { name: 'Confirm' }));
  await screen.findByText(/could not|no answer|reach|connection/i);
  await userEvent.click(screen.getByRole('button', { name: 'Confirm' }));
  expect(await screen.findByText('EEEE-FFFF')).toBeVisible();
});

it('leaves the recovery codes of a factor from before alone', async () => {
  factors = [{ id: 'k', kind: 'passkey', name: 'Key', createdAt: '2026-11-27T04:00:00Z', lastUsedAt: null }];
  let lost = false;
  server.use(
    http.post('/api/profile/second-factor/app', () =>
      ok({ secret: 'GEZDGNBV', address: 'otpauth://totp/x', picture: 'data:image/png;base64,AA==' }),
    ),
    http.post('/api/profile/second-factor/app/confirm', () => {
      factors = [
        ...factors.slice(0, 1),
        { id: 'f', kind: 'totp', name: '', createdAt: '2026-11-28T04:00:00Z', lastUsedAt: null },
      ];
      if (lost) return fail(409, 'Please begin again to set up the app', 'factor_not_begun');
      lost = true;
      return HttpResponse.error();
    }),
  );
  render(
    <QueryClientProvider client={queryClient}>
      <SecondFactorSheet open onClose={() => {}} />
    </QueryClientProvider>,
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Set up an app' }));
  await userEvent.type(await screen.findByRole('textbox', { name: 'Code of the app' }), '123456');
  await userEvent.click(screen.getByRole('button', { name: 'Confirm' }));
  await screen.findByText(/could not|no answer|reach|connection/i);
  await userEvent.click(screen.getByRole('button', { name: 'Confirm' }));
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Code of the app' })).toBeNull());
  expect(screen.getByText('Authenticator app')).toBeVisible();
});

/** A browser whose passkeys answer with what they were asked. */
function withPasskeys() {
  class Key {
    constructor(readonly asked: string) {}
    static parseRequestOptionsFromJSON = () => ({});
    static parseCreationOptionsFromJSON = ({ challenge }: { challenge: string }) => challenge;
    toJSON = () => ({ answers: this.asked });
  }
  vi.stubGlobal('PublicKeyCredential', Key);
  vi.stubGlobal(
    'navigator',
    Object.assign(Object.create(navigator), {
      credentials: { create: async ({ publicKey }: { publicKey: string }) => new Key(publicKey) },
    }),
  );
}

it('gives recovery codes with a passkey that is made again', async () => {
  withPasskeys();
  let presses = 0;
  server.use(
    http.post('/api/profile/second-factor/passkey', () => ok({ options: '{"challenge":"this"}' })),
    http.post('/api/profile/second-factor/passkey/confirm', () => {
      presses += 1;
      factors = [
        ...factors,
        { id: `k${presses}`, kind: 'passkey', name: '', createdAt: '2026-11-28T04:00:00Z', lastUsedAt: null },
      ];
      return presses === 1 ? HttpResponse.error() : ok({ codes: [] });
    }),
    http.post('/api/profile/second-factor/recovery-codes', () => ok({ codes: ['EEEE-FFFF'] })),
  );
  render(
    <QueryClientProvider client={queryClient}>
      <SecondFactorSheet open onClose={() => {}} />
    </QueryClientProvider>,
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Add a passkey' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add a passkey' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Add a passkey' }));
  await waitFor(() => expect(presses).toBe(1));
  await waitFor(() => expect(dialog.getByRole('button', { name: 'Add a passkey' })).toBeEnabled());
  await userEvent.click(dialog.getByRole('button', { name: 'Add a passkey' }));
  expect(await screen.findByText('EEEE-FFFF')).toBeVisible();
});

it('lets an administrator who needs a factor choose a passkey instead of an app', async () => {
  withPasskeys();
  const added: unknown[] = [];
  server.use(
    http.post('/api/profile/second-factor/app', () =>
      ok({ secret: 'GEZDGNBV', address: 'otpauth://totp/x', picture: 'data:image/png;base64,AA==' }),
    ),
    http.post('/api/profile/second-factor/passkey', () => ok({ options: '{"challenge":"this"}' })),
    http.post('/api/profile/second-factor/passkey/confirm', async ({ request }) => {
      added.push(await request.json());
      proven = true;
      return ok({ codes: ['AAAA-BBBB'] });
    }),
    http.get('/api/desk', () =>
      proven ? ok() : fail(403, 'Please set up a second factor.', 'second_factor_missing'),
    ),
  );
  const call = codeOf(api.get('/desk'));
  await screen.findByRole('dialog', { name: 'Administrators need a second factor' });
  await userEvent.click(screen.getByRole('button', { name: 'Add a passkey' }));
  await userEvent.type(await screen.findByRole('textbox', { name: 'Name of the passkey' }), 'Laptop');
  await userEvent.click(screen.getByRole('button', { name: 'Add a passkey' }));
  await userEvent.click(await screen.findByRole('button', { name: 'I have kept them' }));
  expect(await call).toBe('');
  expect(added).toEqual([{ answer: '{"answers":"this"}', name: 'Laptop' }]);
});
