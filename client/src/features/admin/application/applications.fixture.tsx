// A server of applications for the tests of their review, played in the test's own process.
import { act, screen, within } from '@testing-library/react';
import { http } from 'msw';
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { openAt, signIn, tidy } from '@/app/app.fixture';
import { fail, ok, server } from '@/net/server.fixture';
import { statusOf } from '@/rules/application/review';
import { onAdminChange } from '@/stores/desk/adminChanges';
import type { AdminApplication, ApplicationClaim, DecideApplication } from '@/wire/bodies.gen';
import { userStatus } from '../admin.fixture';

const nothing = {
  street_address: null,
  city: null,
  state_province: null,
  country: null,
  photo_url: null,
  photo_thumbnail_url: null,
  photo_uploaded_at: null,
  twitter_username: null,
  instagram_username: null,
  snapchat_username: null,
  tiktok_username: null,
  photodump_email: null,
  fanfix_username: null,
  donotenter_email: null,
  purchase_details: null,
  assessment_opened_at: null,
  ip_address: '192.0.2.7',
  reviewed_at: null,
  reviewed_by: null,
  reviewed_by_name: null,
  rejection_reason: null,
  member_id: null,
  nda_version: null,
  invitation: null,
  claimed_by: null,
  due_at: null,
  unreadable: false,
};

/** A submitted application, number n. */
export const application = (n: number, change: Partial<AdminApplication> = {}): AdminApplication => ({
  ...nothing,
  id: `a${n}`,
  application_number: `APP-${n}`,
  email: `applicant${n}@example.com`,
  status: 'pending',
  current_stage: 5,
  expedited: false,
  submitted_at: '2026-11-20T10:00:00Z',
  created_at: '2026-11-19T10:00:00Z',
  can_edit: false,
  full_name: `APPLICANT ${n}`,
  phone: '+15551234567',
  date_of_birth: '1990-05-04',
  age_verified: true,
  email_verified: true,
  phone_verified: true,
  discovery_platform: 'YOUTUBE',
  following_since: '2019-01-01',
  is_afc_member: false,
  is_photodump_member: false,
  has_fanfix_chat: false,
  has_used_donotenter: true,
  has_played_donotenter_games: false,
  has_purchased: false,
  why_join: `BECAUSE OF ${n}`,
  what_about_content: 'ALL OF IT',
  commitment_level: 'HIGH',
  personality_description: 'CALM',
  favorite_restaurant: 'THE CORNER',
  car_details: 'A VAN',
  occupation: 'BAKER',
  special_skills: 'BREAD',
  message_to_creator: 'HELLO',
  community_experience: 'LONG',
  romantic_description: 'KIND',
  nda_agreed: true,
  nda_signature: `APPLICANT ${n}`,
  nda_signed_at: '2026-11-20T09:59:00Z',
  version: 1,
  time_spent: 300,
  question_times: { why_join: 65 },
  decisions: [],
  related: [],
  ...change,
});

export const incomplete = (n: number) =>
  application(n, { submitted_at: null, current_stage: 2, nda_agreed: false });

export const boris: ApplicationClaim = { id: 'u-boris', name: 'boris', claimed_at: '2026-11-20T10:00:00Z' };

/** What the played server holds, and what it was asked. */
export const played = {
  all: [] as AdminApplication[],
  pageSize: 50,
  lists: [] as string[],
  decisions: [] as DecideApplication[],
  claims: [] as { applicationId: string; release?: boolean }[],
  claimedBy: null as ApplicationClaim | null,
  /** Answers a decision instead of taking it. */
  refuse: null as (() => Response) | null,
};

/** What another administrator decides. */
export function decideElsewhere(id: string, status: string, by = 'boris') {
  played.all = played.all.map((one) =>
    one.id === id ? { ...one, status, version: one.version + 1, ...reviewed(by, null) } : one,
  );
}

const reviewed = (by: string, reason: string | null) => ({
  reviewed_at: '2026-11-25T10:00:00Z',
  reviewed_by: `u-${by}`,
  reviewed_by_name: by,
  rejection_reason: reason,
  due_at: null,
});

const list = http.get('/api/applications/admin/list', ({ request }) => {
  const params = new URL(request.url).searchParams;
  const [status, page] = [params.get('status'), Number(params.get('page'))];
  played.lists.push(`${status ?? ''} ${page}`);
  const of = (name: string) => played.all.filter((one) => statusOf(one) === name);
  const found =
    status === 'submitted' ? played.all.filter((one) => statusOf(one) !== 'incomplete') : of(status ?? '');
  const count = (name: string) => of(name).length;
  return ok({
    applications: found.slice((page - 1) * played.pageSize, page * played.pageSize),
    pagination: { total: found.length, totalPages: Math.ceil(found.length / played.pageSize) },
    counts: {
      all: played.all.length,
      pending: count('pending'),
      accepted: count('accepted'),
      rejected: count('rejected'),
      on_hold: count('on_hold'),
      reapply: count('reapply'),
      incomplete: count('incomplete'),
    },
    promise: { decided: 12, late: 1, median_hours: 20 },
  });
});

const one = http.get<{ id: string }>('/api/applications/admin/:id', ({ params }) => {
  const found = played.all.find(({ id }) => id === params.id);
  return found ? ok({ application: found }) : fail(404, 'NO APPLICATION FOUND', 'application_not_found');
});

const decide = http.post('/api/applications/admin/update-status', async ({ request }) => {
  const decision = (await request.json()) as DecideApplication;
  played.decisions.push(decision);
  if (played.refuse) return played.refuse();
  const found = played.all.find(({ id }) => id === decision.applicationId);
  if (!found) return fail(404, 'No such application', 'not_found');
  if (decision.version !== found.version)
    return fail(409, 'This application has changed meanwhile.', 'application_changed');
  if (found.status === 'accepted' && decision.status !== 'accepted' && !decision.confirm)
    return fail(409, 'This takes the membership away.', 'confirm_withdrawal');
  const decided = {
    ...found,
    status: decision.status,
    version: found.version + 1,
    ...reviewed('ada_reyes', decision.reason ?? null),
  };
  played.all = played.all.map((one) => (one.id === decided.id ? decided : one));
  return ok({ application: decided });
});

const claim = http.post('/api/applications/admin/claim', async ({ request }) => {
  const body = (await request.json()) as { applicationId: string; release?: boolean };
  played.claims.push(body);
  return ok({ claimed_by: played.claimedBy });
});

/** Plays the server of applications before each test of a file. */
export function playApplications() {
  beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
  beforeEach(() => {
    Object.assign(played, {
      all: [application(1), application(2), application(3)],
      pageSize: 50,
      lists: [],
      decisions: [],
      claims: [],
      claimedBy: null,
      refuse: null,
    });
    server.use(userStatus(true), list, one, decide, claim);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
    tidy();
  });
  afterAll(() => server.close());
}

export function openAddress(search = '') {
  signIn();
  return openAt(`/admin/applications${search}`);
}

/** Opens the list and waits for its first card. */
export async function openApplications(search = '') {
  const app = openAddress(search);
  await screen.findAllByRole('button', { name: /APP-/ });
  return app;
}

export const review = (n: number) => screen.findByRole('dialog', { name: `APP-${n}` });

/** Opens the review of one application by its address. */
export async function openReview(n: number, search = '') {
  const app = openAddress(`?application=a${n}${search}`);
  const dialog = await review(n);
  await within(dialog).findByText(`BECAUSE OF ${n}`);
  return { app, dialog };
}

/** What a frame says when another administrator has changed something. */
export const adminChanged = () =>
  act(async () => onAdminChange({ part: 'applications', userId: '', by: 'u-boris' }));
