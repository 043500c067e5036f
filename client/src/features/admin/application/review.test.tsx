// The review of one application, and of a whole queue by keyboard.
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { fail, server } from '@/net/server.fixture';
import type { DecideApplication } from '@/wire/bodies.gen';
import {
  application,
  decideElsewhere,
  incomplete,
  openAddress,
  openApplications,
  openReview,
  playApplications,
  played,
  review,
} from './applications.fixture';

playApplications();

const update = () => screen.getByRole('button', { name: 'Update status' });
const reason = () => screen.getByRole('textbox', { name: 'Reason' });
const body = (n: number) => screen.findByText(`BECAUSE OF ${n}`);

describe('what it shows (AREV-4)', () => {
  // One whose key was lost made the list of all applications fail.
  it('says of one that it cannot be opened', async () => {
    played.all = [
      application(1, { unreadable: true, date_of_birth: null, nda_signature: null }),
      application(2),
    ];
    const { dialog } = await openReview(1);
    expect(within(dialog).getByText('Cannot be opened')).toBeVisible();
    expect(within(dialog).getByText(/its key is missing, or it is damaged/)).toBeVisible();
  });
  it('has the four stages, metadata, decisions and relatives', async () => {
    played.all = [
      application(1, {
        photo_url: '/api/applications/photo/a1?until=9',
        phone_verified: false,
        reviewed_at: '2026-11-24T10:00:00Z',
        reviewed_by_name: 'boris',
        rejection_reason: 'Too short',
        status: 'reapply',
        member_id: 'u-9',
        invitation: 'INV-7',
        expedited: true,
        decisions: [
          {
            status: 'reapply',
            before: 'pending',
            reason: 'Too short',
            decided_by: 'u-boris',
            decided_by_name: 'boris',
            decided_at: '2026-11-24T10:00:00Z',
          },
        ],
        related: [{ id: 'a2', application_number: 'APP-2', status: 'pending', common: ['phone', 'network'] }],
      }),
      application(2),
    ];
    const { app, dialog } = await openReview(1);
    const at = within(dialog);
    const section = (name: string) => within(at.getByRole('region', { name }));
    const fact = (name: string, term: string) => section(name).getByText(term).nextSibling;
    const first = 'Stage 1: Basic information';
    expect(section(first).getByRole('img')).toHaveAccessibleName('Photo of APPLICANT 1');
    expect(fact(first, 'E-mail')).toHaveTextContent('applicant1@example.com Verified');
    expect(fact(first, 'Phone')).toHaveTextContent('Not verified');
    expect(fact(first, 'Date of birth')).toHaveTextContent('May 4, 1990');
    expect(fact(first, 'Address')).toHaveTextContent('NOT PROVIDED');
    expect(fact('Stage 2: Fan information', 'Following since')).toHaveTextContent('2019');
    expect(fact('Stage 2: Fan information', 'AFC member')).toHaveTextContent('NO');
    const answers = section('Stage 3: Written responses');
    expect(answers.getAllByRole('term')).toHaveLength(11);
    expect(answers.getByText('Message to The Creator')).toBeVisible();
    expect(answers.getByText('5 min 0 s on this stage')).toBeVisible();
    expect(answers.getByText('1 min 5 s on this question')).toBeInTheDocument();
    expect(fact('Stage 4: NDA', 'Signature')).toHaveTextContent('APPLICANT 1');
    expect(fact('Metadata', 'IP address')).toHaveTextContent('192.0.2.7');
    expect(fact('Metadata', 'Invitation')).toHaveTextContent('INV-7');
    expect(section('Metadata').getByRole('link', { name: 'Fee' })).toHaveAttribute(
      'href',
      '/admin?tab=contributions&list=fees&application=a1',
    );
    expect(section('Metadata').getByRole('link', { name: 'The member' })).toBeVisible();
    expect(section('History of decisions').getByText('PENDING to REAPPLY')).toBeVisible();
    expect(section('Review decision').getByText(/^Reviewed by boris/)).toBeVisible();
    expect(
      section('Related applications').getByText('the same phone number, the same network'),
    ).toBeVisible();
    await userEvent.click(at.getByRole('link', { name: 'APP-2' }));
    expect(await review(2)).toBeVisible();
    // It is shown before the address has changed, which is what is gone back from.
    await waitFor(() => expect(app.search().get('application')).toBe('a2'));
    await app.go(-1);
    expect(await review(1)).toBeVisible();
  });

  it('says that one which is not submitted cannot be decided (AREV-9)', async () => {
    played.all = [incomplete(1)];
    openAddress('?status=incomplete&application=a1');
    expect(await screen.findByText('It can be decided once it is submitted.')).toBeVisible();
    await userEvent.keyboard('1{Control>}{Enter}{/Control}');
    expect(played.decisions).toEqual([]);
  });
});

describe('walking through them', () => {
  it('counts, and goes on and back by arrows and buttons (AREV-4, AREV-5)', async () => {
    const app = await openApplications();
    await userEvent.click(screen.getByRole('button', { name: /APP-1/ }));
    await body(1);
    expect(screen.getByText('1 of 3')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Previous application' })).toBeDisabled();
    await userEvent.keyboard('{ArrowRight}');
    expect(await review(2)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Next application' }));
    expect(screen.getByText('3 of 3')).toBeVisible();
    await userEvent.keyboard('{ArrowLeft}');
    expect(await review(2)).toBeVisible();
    expect(app.search().get('application')).toBe('a2');
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(app.search().get('application')).toBeNull();
    expect(screen.getByRole('button', { name: /APP-2/ })).toHaveFocus();
  });

  it('shows the next one at once and has its photo fetched before', async () => {
    const fetched: string[] = [];
    vi.stubGlobal(
      'Image',
      class {
        set src(url: string) {
          fetched.push(url);
        }
      },
    );
    played.all = [1, 2, 3].map((n) => application(n, { photo_url: `/p/${n}`, photo_uploaded_at: 'x' }));
    await openReview(1);
    expect(fetched).toEqual(['/p/2']);
    await userEvent.keyboard('{ArrowRight}');
    // Nothing is asked for in between.
    expect(screen.getByText('BECAUSE OF 2')).toBeVisible();
    expect(screen.getByRole('img')).toHaveAttribute('src', '/p/2');
    expect(fetched).toEqual(['/p/2', '/p/3']);
  });

  // Links to photos open for minutes, and a review that was left open for longer had none.
  it('asks for another link of a photo whose link has ended', async () => {
    const link = (until: number) => ({ photo_url: `/p?until=${until}`, photo_uploaded_at: 'x' });
    const [ended, later] = [Date.now() - 1, Date.now() + 600_000];
    played.all = [application(1, link(ended))];
    const { dialog } = await openReview(1);
    const photo = () => within(dialog).getByRole('img', { name: /^Photo of/ });
    played.all = [application(1, link(later))];
    fireEvent.error(photo());
    await waitFor(() => expect(photo()).toHaveAttribute('src', `/p?until=${later}`));
    // One that opens, and does not load, is not there.
    fireEvent.error(photo());
    expect(await within(dialog).findByText('Photo unavailable')).toBeVisible();
  });

  it('loads the next page at the end of one', async () => {
    played.pageSize = 2;
    played.all = [1, 2, 3, 4, 5].map((n) => application(n));
    await openReview(1);
    for (const n of [2, 3, 4, 5]) {
      await userEvent.keyboard('{ArrowRight}');
      await body(n);
    }
    expect(screen.getByText('5 of 5')).toBeVisible();
    await userEvent.keyboard('{ArrowRight}');
    expect(await screen.findByText('That was the last application of this list.')).toBeVisible();
    expect(screen.getByText('5 of 5')).toBeVisible();
  });

  it('says when the next page cannot be loaded', async () => {
    played.all = [application(1)];
    await openReview(1);
    server.use(http.get('/api/applications/admin/list', () => fail(400, 'No', 'invalid')));
    await userEvent.keyboard('{ArrowRight}');
    expect(await screen.findByText(/next applications could not be loaded/)).toBeVisible();
  });
});

describe('deciding', () => {
  // What is decided leaves the filter, and the pages after it move up.
  it('clears a queue of pages by keyboard alone, leaving none out', async () => {
    played.pageSize = 2;
    played.all = [1, 2, 3, 4, 5, 6, 7].map((n) => application(n));
    await openApplications('?status=pending');
    screen.getAllByRole('button', { name: /APP-/ })[0]?.focus();
    await userEvent.keyboard('{Enter}');
    for (const [n, key] of [1, 2, 3, 4, 1, 2, 3].entries()) {
      await body(n + 1);
      await userEvent.keyboard(`${key}`);
      await userEvent.keyboard('{Control>}{Enter}{/Control}');
      await waitFor(() => expect(played.decisions).toHaveLength(n + 1));
    }
    expect(played.decisions.map(({ applicationId, status }) => [applicationId, status])).toEqual([
      ['a1', 'accepted'],
      ['a2', 'rejected'],
      ['a3', 'on_hold'],
      ['a4', 'reapply'],
      ['a5', 'accepted'],
      ['a6', 'rejected'],
      ['a7', 'on_hold'],
    ]);
    expect(await screen.findByText('That was the last application of this list.')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    expect(await screen.findByText('No applications')).toBeVisible();
  });

  it('wants a status, offers a reason where one is given, and says who decided (AREV-6, AREV-8)', async () => {
    await openReview(1);
    await userEvent.click(screen.getByRole('checkbox', { name: 'Auto-advance' }));
    expect(update()).toBeDisabled();
    await userEvent.click(screen.getByRole('radio', { name: /^ACCEPTED/ }));
    expect(screen.queryByRole('textbox', { name: 'Reason' })).toBeNull();
    await userEvent.keyboard('2r');
    expect(reason()).toHaveFocus();
    // In a text field the keys are letters.
    await userEvent.keyboard(' Too 1 few{ArrowLeft} 3 ');
    expect(reason()).toHaveValue(' Too 1 fe 3 w');
    expect(screen.getByRole('radio', { name: /^REJECTED/ })).toBeChecked();
    expect(await review(1)).toBeVisible();
    await userEvent.keyboard('{Meta>}{Enter}{/Meta}');
    expect(await screen.findByText(/^Reviewed by ada_reyes/)).toBeVisible();
    expect(played.decisions).toEqual([
      { applicationId: 'a1', status: 'rejected', version: 1, reason: 'Too 1 fe 3 w' },
    ]);
    expect(within(await review(1)).getAllByText('Too 1 fe 3 w')).not.toHaveLength(0);
    expect(screen.getByText('1 of 3')).toBeVisible();
  });

  it('remembers that it is not to go on by itself', async () => {
    const { app } = await openReview(1);
    const box = () => screen.getByRole('checkbox', { name: 'Auto-advance' });
    expect(box()).toBeChecked();
    await userEvent.click(box());
    app.unmount();
    await openReview(1);
    expect(box()).not.toBeChecked();
  });

  it('keeps what was typed when it fails (AREV-6)', async () => {
    played.refuse = () => HttpResponse.error();
    await openReview(1);
    await userEvent.keyboard('3r');
    await userEvent.type(reason(), 'Wait');
    await userEvent.click(update());
    expect(await screen.findByText('Failed to update application status')).toBeVisible();
    expect(reason()).toHaveValue('Wait');
    played.refuse = null;
    await userEvent.click(update());
    expect(await review(2)).toBeVisible();
  });

  // It was called changed by somebody else, and the next press decided and mailed it again.
  it('takes a decision whose answer was lost for made', async () => {
    server.use(
      http.post('/api/applications/admin/update-status', async ({ request }) => {
        played.decisions.push((await request.json()) as DecideApplication);
        decideElsewhere('a1', 'on_hold', 'ada_reyes');
        played.all = played.all.map((one) => (one.id === 'a1' ? { ...one, rejection_reason: 'Wait' } : one));
        return HttpResponse.error();
      }),
    );
    await openReview(1);
    await userEvent.keyboard('3r');
    await userEvent.type(reason(), 'Wait');
    await userEvent.click(update());
    expect(await review(2)).toBeVisible();
    expect(screen.getByText('APP-1: ON HOLD')).toBeVisible();
    expect(played.decisions).toHaveLength(1);
  });

  it('does not send a reason that is too long', async () => {
    await openReview(1);
    await userEvent.keyboard('2r');
    await userEvent.click(reason());
    await userEvent.paste('x'.repeat(2001));
    expect(screen.getByText('The reason is too long (max 2000 characters)')).toBeVisible();
    expect(update()).toBeDisabled();
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    expect(played.decisions).toEqual([]);
  });

  it('keeps what was typed about one while another is shown, and asks before it is lost', async () => {
    await openReview(1);
    await userEvent.keyboard('2r');
    await userEvent.type(reason(), 'Hm');
    await userEvent.click(screen.getByRole('button', { name: 'Next application' }));
    await body(2);
    expect(screen.queryByRole('textbox', { name: 'Reason' })).toBeNull();
    await userEvent.keyboard('{ArrowLeft}');
    await body(1);
    expect(reason()).toHaveValue('Hm');
    await userEvent.keyboard('{Escape}');
    expect(await screen.findByRole('dialog', { name: 'Discard this?' })).toBeVisible();
    // The question has the keys, also when nothing in it has the focus.
    await userEvent.keyboard('{ArrowRight}');
    act(() => (document.activeElement as HTMLElement).blur());
    await userEvent.keyboard('{ArrowRight}');
    await userEvent.click(screen.getByRole('button', { name: 'Go back' }));
    expect(await review(1)).toBeVisible();
    expect(reason()).toHaveValue('Hm');
  });

  // The session ended while a reason was written, and the reason went with the dialog.
  it('keeps what was typed when the session ends, until it is thrown away', async () => {
    await openReview(1);
    await userEvent.keyboard('2r');
    await userEvent.type(reason(), 'Hm');
    played.refuse = () => fail(401, 'Unauthorized', 'unauthorized');
    await userEvent.click(update());
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    cleanup();
    await openReview(1);
    expect(reason()).toHaveValue('Hm');
    await userEvent.keyboard('{Escape}');
    await userEvent.click(await screen.findByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await userEvent.click(screen.getByRole('button', { name: /APP-1/ }));
    await body(1);
    expect(screen.queryByRole('textbox', { name: 'Reason' })).toBeNull();
  });
});
