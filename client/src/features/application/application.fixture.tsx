// The application's pages through the real routes, over a server of one application.
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { openAt, tidy } from '@/app/app.fixture';
import { fail, ok, server } from '@/net/server.fixture';
import { leaveApplication } from '@/stores/application/application';
import type { Application } from '@/wire/bodies.gen';

export const email = 'ada@example.com';

export const draft = {
  id: '0191d8a0-0000-7000-8000-0000000000aa',
  application_number: 'APP-2345-6789',
  email,
  status: 'pending',
  current_stage: 0,
  expedited: false,
  submitted_at: null,
  reviewed_at: null,
  rejection_reason: null,
  created_at: '2026-01-01T10:00:00Z',
  can_edit: true,
  full_name: null,
  phone: null,
  date_of_birth: null,
  age_verified: false,
  street_address: null,
  city: null,
  state_province: null,
  country: null,
  email_verified: false,
  phone_verified: false,
  photo_url: null,
  photo_thumbnail_url: null,
  photo_uploaded_at: null,
  assessment_opened_at: null,
} as unknown as Application;

export const identified: Application = {
  ...draft,
  current_stage: 1,
  full_name: 'ADA REYES',
  phone: '+12125550143',
  date_of_birth: '1990-02-28',
  city: 'AUSTIN',
  state_province: 'TEXAS',
  country: 'United States',
  email_verified: true,
  phone_verified: true,
  photo_url: '/api/applications/photo/aa?v=1',
};

export const submitted: Application = {
  ...identified,
  current_stage: 5,
  submitted_at: '2026-01-02T10:00:00Z',
  can_edit: false,
};

type Answers = Partial<
  Record<
    | 'start'
    | 'update-stage'
    | 'send-otp'
    | 'verify-otp'
    | 'check-status'
    | 'create-expedite-session'
    | 'expedite-success',
    () => Response
  >
>;

/** What the calls were sent, in their order. */
export const sent: { call: string; body: Record<string, unknown> }[] = [];
export const sentTo = (call: string) => sent.filter((one) => one.call === call).map(({ body }) => body);

/** Answers calls of the application and keeps what they were sent. */
export function answer(answers: Answers) {
  for (const [call, reply] of Object.entries(answers)) {
    server.use(
      http.post(`/api/applications/${call}`, async ({ request }) => {
        sent.push({ call, body: (await request.json()) as Record<string, unknown> });
        return reply();
      }),
    );
  }
}

export const started = (application: Application, message = 'APPLICATION STARTED') =>
  ok({
    application,
    canEdit: application.can_edit,
    message,
  });
export const saved = (application: Application, message = 'PROGRESS SAVED') => ok({ application, message });
export const found = (application: Application | null) =>
  ok({ application, codeRequired: application === null, message: 'A CODE IS ON ITS WAY' });
export const lost = () => HttpResponse.error();
export { fail };

/** Opens /apply and starts with the address. */
export async function start(application: Application, message?: string) {
  answer({ start: () => started(application, message) });
  const app = openAt('/apply');
  const person = userEvent.setup();
  await person.type(await screen.findByRole('textbox', { name: 'E-mail address' }), `${email}{Enter}`);
  return { app, person };
}

export function playApplication() {
  beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
  beforeEach(() => {
    sent.length = 0;
  });
  afterEach(() => {
    cleanup();
    leaveApplication();
    tidy();
    sessionStorage.clear();
  });
  afterAll(() => server.close());
}
