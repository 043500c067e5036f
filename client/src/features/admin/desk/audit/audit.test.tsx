// The back office's audit log.
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { openAt, signIn, tidy } from '@/app/app.fixture';
import { speak } from '@/languages/texts';
import { ok, server } from '@/net/server.fixture';
import { formatDate } from '@/rules/format';
import type { AuditEntry } from '@/wire/bodies.gen';
import { changesOf } from './changes';

const entry: AuditEntry = {
  id: '7',
  at: '2026-11-20T10:00:00Z',
  actor: { id: 'u-ada', username: 'ada', name: 'Ada' },
  action: 'points_adjusted',
  subject: 'u-bo',
  subjectName: 'bo',
  member: { id: 'u-bo', username: 'bo', name: 'Bo' },
  roomId: null,
  address: '192.0.2.7',
  device: 'Firefox',
  before: { points: 0, guardian: false },
  after: { points: 7, guardian: false, reason: 'for help' },
  listed: [],
};
let asked: URLSearchParams[];

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
beforeEach(() => {
  asked = [];
  server.use(
    http.get('/api/chat/user-status', () =>
      ok({ hasUsername: true, username: 'ada_reyes', isAdmin: true, isBanned: false, creatorId: null }),
    ),
    http.get('/api/admin/audit', ({ request }) => {
      const params = new URL(request.url).searchParams;
      asked.push(params);
      if (params.get('cursor'))
        return ok({
          entries: [{ ...entry, id: '6', action: 'room_deleted', member: null, subjectName: 'The Den' }],
          actions: [],
          nextCursor: null,
        });
      const views: AuditEntry = {
        ...entry,
        action: 'users_viewed',
        before: null,
        after: { shown: 2, users: ['u-bo', 'u-cy'] },
        listed: [
          { id: 'u-bo', username: 'bo', name: 'Bo' },
          { id: 'u-cy', username: null, name: 'Cy Young' },
        ],
      };
      const action = params.get('action') ?? '';
      const entries = action === 'users_viewed' ? [views] : [{ ...entry, action: action || entry.action }];
      return ok({
        entries: params.get('q') === 'none' ? [] : entries,
        actions: ['points_adjusted', 'users_viewed'],
        nextCursor: params.get('q') === 'none' ? null : 'next',
      });
    }),
  );
  signIn();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  tidy();
});
afterAll(() => server.close());

// A search for a rare word failed where the log was long. It ends after a while, and goes on.
it('goes on with a search that has found nothing so far', async () => {
  server.use(
    http.get('/api/admin/audit', ({ request }) => {
      const further = new URL(request.url).searchParams.get('cursor');
      return ok({ entries: further ? [entry] : [], actions: [], nextCursor: further ? null : '7000' });
    }),
  );
  openAt('/admin?tab=audit&q=rare');
  expect(await screen.findByText(/^Nothing found so far/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
  expect(await screen.findByRole('row', { name: /Points adjusted/ })).toBeVisible();
  expect(screen.queryByText(/^Nothing found so far/)).toBeNull();
});

it('says who changed what of whom, when, from where, before and after (ADM-16)', async () => {
  openAt('/admin?tab=audit&subject=u-bo');
  const line = await screen.findByRole('row', { name: /Points adjusted/ });
  expect(asked[0]?.get('subject')).toBe('u-bo');
  for (const words of ['@ada', '@bo', '192.0.2.7', 'Firefox', '7', 'for help'])
    expect(line).toHaveTextContent(words);
  expect(line).not.toHaveTextContent('guardian');
  expect(within(line).getByRole('link', { name: '@bo' })).toHaveAttribute(
    'href',
    '/admin?tab=users&user=u-bo',
  );
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
  expect(await screen.findByRole('row', { name: /Room deleted/ })).toHaveTextContent('The Den');
});

it('narrows to a kind of act, and names the members that a list showed (ADM-16)', async () => {
  openAt('/admin?tab=audit&actor=ada');
  await screen.findByRole('row', { name: /Points adjusted/ });
  const what = screen.getByRole('combobox', { name: 'What' });
  expect([...what.querySelectorAll('option')].map((option) => option.textContent)).toEqual([
    'Everything',
    'Changes',
    'Views and exports',
    'Points adjusted',
    'Users viewed',
  ]);
  await userEvent.selectOptions(what, 'Users viewed');
  expect(await screen.findByRole('row', { name: /Users viewed/ })).toHaveTextContent('users @bo, Cy Young');
  expect([asked.at(-1)?.get('action'), asked.at(-1)?.get('actor')]).toEqual(['users_viewed', 'ada']);
  expect(screen.getByRole('combobox', { name: 'What' })).toHaveValue('users_viewed');
});

it('narrows by what is typed, when Enter is pressed, and by the last day as a whole', async () => {
  openAt('/admin?tab=audit');
  await screen.findByRole('row', { name: /Points adjusted/ });
  await userEvent.type(screen.getByRole('textbox', { name: 'Search the audit log' }), 'none{Enter}');
  expect(await screen.findByText('No entries')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Clear' }));
  await userEvent.click(
    within(await screen.findByRole('row', { name: /Points adjusted/ })).getByRole('button', { name: '@ada' }),
  );
  await waitFor(() => expect(asked.at(-1)?.get('actor')).toBe('u-ada'));
  expect(changesOf({ a: 1, b: null }, { a: 1, b: { c: 2 } })).toEqual([
    { name: 'b', before: '—', after: 'c 2' },
  ]);
  expect(changesOf(null, 'handed_over')).toEqual([{ name: 'state', before: '—', after: 'handed over' }]);
  // Times and sums stood as they are stored, and whom a ruling was about by the bare id.
  const ruling = {
    subject: 'u-cy',
    monthly_base_cents: 12_000,
    expiresIn: 24,
    slow_mode_seconds: 1,
    opensAt: '2026-11-25T06:00:00.498286Z',
    on: true,
  };
  expect(
    changesOf(null, ruling, new Map([['u-cy', 'Cy Young']])).map(({ name, after }) => [name, after]),
  ).toEqual([
    ['subject', 'Cy Young'],
    ['monthly base', '$120.00'],
    ['expires in', '24 hours'],
    ['slow mode', '1 second'],
    ['opens at', formatDate(ruling.opensAt, 'full')],
    ['on', 'yes'],
  ]);
});

it('is a line an entry on phones, which opens', async () => {
  vi.stubGlobal('matchMedia', (query: string) =>
    Object.assign(new EventTarget(), { matches: query.includes('768px'), media: query }),
  );
  openAt('/admin?tab=audit&action=decrypt_created');
  const list = await screen.findByRole('list', { name: 'Audit log' });
  const line = within(list).getByText('Encrypted message created');
  expect(line.closest('summary')).toHaveTextContent('@ada · @bo');
  expect(within(list).getByText('192.0.2.7')).not.toBeVisible();
  await userEvent.click(line);
  expect(within(list).getByText('192.0.2.7')).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'About', hidden: true })).not.toBeVisible();
});

it('says fields, ranks and lists of changes in the language in use, and leaves what people wrote', async () => {
  const said = (before: unknown, after: unknown, names?: ReadonlyMap<string, string>) =>
    changesOf(before, after, names).map((change) => `${change.name}: ${change.before} → ${change.after}`);
  await speak('de');
  expect(
    said({ honorary_rank: 'Lieutenant' }, { honorary_rank: 'Corporal', reason: 'on_hold for Ada' }),
  ).toEqual(['Ehrenrang: Leutnant → Korporal', 'Grund: — → on_hold for Ada']);
  expect(said({ status: 'pending', name: 'open' }, { status: 'on_hold', name: 'day_two' })).toEqual([
    'Status: offen → zurückgestellt',
    'Name: open → day_two',
  ]);
  expect(said([{ text: 'Founder', color: 'gold' }], [])).toEqual(['Abzeichen: Founder → —']);
  expect(said(null, { action: 'users_viewed', users: ['1', '2', '3'] }, new Map([['1', '@bo']]))).toEqual([
    'Aktion: — → Benutzer angesehen',
    'Benutzer: — → @bo, 2 und 3',
  ]);
  expect(said(null, 'handed_over')).toEqual(['Stand: — → übergeben']);
  expect(said(null, { device: 'Unknown browser on Linux' })).toEqual([
    'Gerät: — → Unbekannter Browser auf Linux',
  ]);
  await speak('es');
  expect(said(null, { users: ['1', '2', '3'], badges: true })).toEqual([
    'usuarios: — → 1, 2 y 3',
    'insignias: — → sí',
  ]);
  await speak('en');
  expect(said(null, { honorary_rank: 'Corporal', sealed: { codes: 2 } })).toEqual([
    'honorary rank: — → Corporal',
    'sealed: — → codes 2',
  ]);
});

// The filters were drawn anew with each answer: whoever went on by Tab began at the top.
it('leaves the focus where the keyboard has led it', async () => {
  openAt('/admin?tab=audit');
  await screen.findByRole('row', { name: /Points adjusted/ });
  const field = screen.getByRole('textbox', { name: 'Search the audit log' });
  await userEvent.type(field, 'none{Enter}');
  expect(await screen.findByText('No entries')).toBeVisible();
  expect(field).toHaveFocus();
  await userEvent.clear(field);
  await userEvent.tab();
  await screen.findByRole('row', { name: /Points adjusted/ });
  expect(screen.getByRole('combobox', { name: 'What' })).toHaveFocus();
});
