// The list of applications.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { expect, it } from 'vitest';
import { openAt, signIn } from '@/app/app.fixture';
import { fail, ok, server } from '@/net/server.fixture';
import {
  adminChanged,
  application,
  boris,
  decideElsewhere,
  incomplete,
  openAddress,
  openApplications,
  openReview,
  playApplications,
  played,
} from './applications.fixture';

playApplications();

const cards = () => screen.getAllByRole('button', { name: /APP-/ }).map((card) => card.dataset.application);
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000 + 60_000).toISOString();

it('stands in the admin panel with its tabs, at an address of its own (ADM-1)', async () => {
  const app = await openApplications();
  expect(screen.getByRole('tab', { name: 'Applications', selected: true })).toBeVisible();
  await userEvent.click(screen.getByRole('tab', { name: 'Badges' }));
  await waitFor(() => expect(app.path()).toBe('/admin'));
  expect(app.search().get('tab')).toBe('badges');
});

it('leads from the address of a tab to its own', async () => {
  signIn();
  const app = openAt('/admin?tab=applications');
  await screen.findAllByRole('button', { name: /APP-/ });
  expect(app.path()).toBe('/admin/applications');
});

it('filters by status with counts and keeps the incomplete out of ALL (AREV-1, AREV-2)', async () => {
  played.all = [
    application(1),
    incomplete(2),
    application(3, { status: 'on_hold' }),
    application(4, { status: 'reapply' }),
    application(5, { status: 'accepted' }),
    application(6, { status: 'rejected' }),
  ];
  const app = await openApplications();
  expect(cards()).toEqual(['a1', 'a3', 'a4', 'a5', 'a6']);
  const names = screen.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent);
  expect(names).toEqual([
    'ALL 5',
    'PENDING 1',
    'ACCEPTED 1',
    'REJECTED 1',
    'INCOMPLETE 1',
    'ON HOLD 1',
    'REAPPLY 1',
  ]);
  await userEvent.click(screen.getByRole('radio', { name: 'INCOMPLETE 1' }));
  await waitFor(() => expect(cards()).toEqual(['a2']));
  expect(app.search().get('status')).toBe('incomplete');
  expect(screen.getByRole('button', { name: /STAGE 2/ })).toBeVisible();
  await userEvent.click(screen.getByRole('radio', { name: 'ON HOLD 1' }));
  await waitFor(() => expect(cards()).toEqual(['a3']));
  expect(played.lists).toEqual(['submitted 1', 'incomplete 1', 'on_hold 1']);
});

it('shows on a card what it is, how long it may wait and who has it open (AREV-3)', async () => {
  played.all = [
    application(1, { expedited: true, due_at: inHours(23), claimed_by: boris }),
    application(2, {
      due_at: inHours(-3),
      photo_thumbnail_url: '/api/applications/thumbnail/a2?until=9',
      full_name: null,
    }),
  ];
  await openApplications();
  const [first, second] = screen.getAllByRole('button', { name: /APP-/ });
  for (const words of [
    'APP-1',
    'EXPEDITED',
    'PENDING',
    'Photo unavailable',
    'APPLICANT 1',
    'applicant1@example.com',
    'COMPLETE · Submitted Nov 20, 2026',
    '23 h left',
    'boris has this open',
  ]) {
    expect(first).toHaveTextContent(words);
  }
  expect(second).toHaveTextContent('Late by 2 h');
  expect(screen.getByText('Late by 2 h')).toHaveAttribute('data-state', 'late');
  expect(second).toHaveTextContent('NOT PROVIDED');
  const image = second?.querySelector('img');
  expect(image).toHaveAttribute('src', '/api/applications/thumbnail/a2?until=9');
  image?.dispatchEvent(new Event('error'));
  await waitFor(() => expect(second).toHaveTextContent('Photo unavailable'));
  expect(screen.getByText(/12 decided in the last 30 days, 1 late/)).toBeVisible();
});

// The failure took the pager's place, and nothing but the browser's button led back.
it('leads back from a page that cannot be shown', async () => {
  played.pageSize = 2;
  await openApplications();
  server.use(
    http.get('/api/applications/admin/list', () => fail(400, 'Not this page', 'invalid'), { once: true }),
  );
  await userEvent.click(screen.getByRole('button', { name: 'Next page' }));
  expect(await screen.findByText('Not this page')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Previous page' }));
  await waitFor(() => expect(cards()).toEqual(['a1', 'a2']));
});

it('walks through the pages', async () => {
  played.pageSize = 2;
  const app = await openApplications();
  expect(screen.getByText('Page 1 of 2')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Next page' }));
  await waitFor(() => expect(cards()).toEqual(['a3']));
  expect(app.search().get('page')).toBe('2');
});

it('says that there are none, and that they cannot be loaded', async () => {
  played.all = [];
  server.use(
    http.get('/api/applications/admin/list', () => fail(400, 'Not this page', 'invalid'), { once: true }),
  );
  openAddress();
  expect(await screen.findByText('Not this page')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('No applications')).toBeVisible();
});

it('keeps the cards when asking again fails', async () => {
  await openApplications();
  server.use(http.get('/api/applications/admin/list', () => fail(403, 'Not now', 'forbidden')));
  await adminChanged();
  await waitFor(() => expect(cards()).toEqual(['a1', 'a2', 'a3']));
  expect(screen.queryByText('Not now')).toBeNull();
});

it('follows what another administrator decides', async () => {
  await openApplications('?status=pending');
  decideElsewhere('a2', 'accepted');
  await adminChanged();
  await waitFor(() => expect(cards()).toEqual(['a1', 'a3']));
});

// A photo flickered: each answer signs its links anew, and another link is another file.
it('keeps the link of a photo that still opens', async () => {
  const links = (until: number) => ({
    photo_uploaded_at: '2026-11-20T10:00:00Z',
    photo_url: `/p?until=${until}`,
    photo_thumbnail_url: `/t?until=${until}`,
  });
  const [soon, later] = [Date.now() + 30_000, Date.now() + 600_000];
  played.all = [application(1, links(soon)), application(2, links(later))];
  await openApplications();
  const shown = () => [...document.querySelectorAll('img')].map((image) => image.getAttribute('src'));
  played.all = [application(1, links(later + 1)), application(2, links(later + 1)), application(3)];
  await adminChanged();
  await waitFor(() => expect(cards()).toHaveLength(3));
  expect(shown()).toEqual([`/t?until=${later + 1}`, `/t?until=${later}`]);
});

it('asks once for other links of photos whose links have ended', async () => {
  const links = (until: number) => ({ photo_uploaded_at: 'x', photo_thumbnail_url: `/t?until=${until}` });
  const [ended, later] = [Date.now() - 1, Date.now() + 600_000];
  played.all = [application(1, links(ended)), application(2, links(ended))];
  await openApplications();
  const images = () => [...document.querySelectorAll('img')];
  const asked = played.lists.length;
  played.all = [application(1, links(later)), application(2, links(later))];
  for (const image of images()) fireEvent.error(image);
  await waitFor(() =>
    expect(images().map((image) => image.getAttribute('src'))).toEqual(Array(2).fill(`/t?until=${later}`)),
  );
  expect(played.lists).toHaveLength(asked + 1);
});

// The strip was three sentences in one line, of which a phone showed one and a half.
it('counts what waits on its tab and leads there on a phone', async () => {
  server.use(
    http.get('/api/admin/waiting', () =>
      ok({ reports: 0, emergencies: 0, critical: 0, applications: 3, dueSoon: 1 }),
    ),
  );
  await openApplications();
  expect(
    screen.getByRole('tab', { name: /^Applications.*3 applications to decide, 1 due soon$/ }),
  ).toBeVisible();
  const link = screen.getByRole('link', { name: /^Applications.*3 applications to decide, 1 due soon$/ });
  expect(link).toHaveAttribute('href', '/admin/applications?status=pending');
  expect(link.parentElement?.textContent).toBe('Applications3, 3 applications to decide, 1 due soon');
});

it('is found in the palette by number, name and e-mail', async () => {
  Element.prototype.scrollIntoView ??= () => {};
  const app = await openApplications();
  server.use(
    http.get('/api/admin/rooms', () => ok({ rooms: [] })),
    http.get('/api/admin/users/detailed', () =>
      ok({ users: [], pagination: { totalPages: 0, total: 0 }, nextCursor: null }),
    ),
  );
  for (const typed of ['app-2', 'applicant 2', 'applicant2@']) {
    await userEvent.keyboard('{Control>}k{/Control}');
    const palette = await screen.findByRole('dialog', { name: 'Search or go to' });
    await userEvent.type(await within(palette).findByRole('combobox'), typed);
    await waitFor(() => expect(within(palette).getAllByRole('option')[0]).toHaveTextContent('APP-2'));
    await userEvent.keyboard('{Enter}');
    expect(await screen.findByRole('dialog', { name: 'APP-2' })).toBeVisible();
    expect(app.search().get('application')).toBe('a2');
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  }
});

it('opens an application that is not on the page', async () => {
  played.pageSize = 1;
  const { dialog } = await openReview(3);
  expect(within(dialog).getByText('Outside of the list')).toBeVisible();
});

it('says so when there is no such application', async () => {
  openAddress('?application=gone');
  expect(await screen.findByText('This application is no longer listed.')).toBeVisible();
});
