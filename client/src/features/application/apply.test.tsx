import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { openAt, signIn } from '@/app/app.fixture';
import { config, ok, server } from '@/net/server.fixture';
import { questions } from '@/rules/application/forms';
import { closeApplication } from '@/stores/application/application';
import { changeDraft, useApplicationDraft } from '@/stores/application/draft';
import {
  answer,
  draft,
  email,
  fail,
  identified,
  lost,
  playApplication,
  saved,
  sentTo,
  start,
  started,
  submitted,
} from './application.fixture';

playApplication();

const left = vi.hoisted(() => vi.fn(() => true));
vi.mock('@/net/leave', () => ({ leaveFor: left }));

const next = () => screen.getByRole('button', { name: 'NEXT' });
const ready = (stage: number) => screen.findByText(`STAGE ${stage} OF 4`);

it('starts with Enter and shows the disclaimer (APP-1, APP-2, APP-8)', async () => {
  await start(draft);
  expect(await screen.findByText('CLASSIFIED')).toBeVisible();
  expect(screen.getAllByRole('listitem')).toHaveLength(5);
  expect(screen.getByRole('button', { name: 'EXPEDITE REVIEW [$50]' })).toBeVisible();
  expect(sentTo('start')).toEqual([{ email }]);
});

it.each([
  ['no answer', lost, 'SYSTEM ERROR - TRY AGAIN'],
  ['a server in trouble', () => fail(503, 'Busy'), 'SYSTEM ERROR - TRY AGAIN'],
  [
    'a refusal',
    () => fail(429, 'TOO MANY REQUESTS - TRY AGAIN LATER'),
    'TOO MANY REQUESTS - TRY AGAIN LATER',
  ],
])('says that it was not started: %s (APP-3)', async (_, reply, text) => {
  answer({ start: reply });
  openAt('/apply');
  const field = await screen.findByRole('textbox', { name: 'E-mail address' });
  await userEvent.type(field, `${email}{Enter}`);
  expect(await screen.findByText(text)).toBeVisible();
  expect(field).toHaveFocus();
  expect(field).toHaveAccessibleDescription(text);
});

// A member's session that had ended was refused, and the applicant was sent to the login.
it('never sends a session of a member', async () => {
  signIn();
  const tokens: (string | null)[] = [];
  server.use(
    http.post('/api/applications/start', ({ request }) => {
      tokens.push(request.headers.get('Authorization'));
      return tokens.at(-1) ? fail(401, 'Session ended') : started(draft);
    }),
  );
  openAt('/apply');
  const field = await screen.findByRole('textbox', { name: 'E-mail address' });
  await userEvent.type(field, `${email}{Enter}`);
  expect(await screen.findByText('CLASSIFIED')).toBeVisible();
  expect(tokens).toEqual([null]);
});

describe('who may apply', () => {
  const intake = (over: object) => server.use(http.get('/api/config', () => ok({ ...config, ...over })));

  it('shows the text instead of the form while applications are closed', async () => {
    intake({ intake: 'closed', intakeText: 'We open in June.' });
    openAt('/apply');
    expect(await screen.findByText('We open in June.')).toBeVisible();
    expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Check the status of an application' })).toBeVisible();
  });

  it('shows it also when the server has just closed them', async () => {
    answer({ start: () => fail(403, 'We open in June.', 'intake_closed') });
    openAt('/apply');
    const field = await screen.findByRole('textbox', { name: 'E-mail address' });
    await userEvent.type(field, `${email}{Enter}`);
    expect(await screen.findByText('We open in June.')).toBeVisible();
    expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
  });

  it('sends the invitation of the link, and says when it is none', async () => {
    intake({ intake: 'invitation' });
    answer({ start: () => fail(403, 'This invitation is not valid.', 'invitation_invalid') });
    openAt('/apply?invitation=ABCD');
    const code = await screen.findByRole('textbox', { name: 'Invitation code' });
    expect(code).toHaveValue('ABCD');
    await userEvent.type(screen.getByRole('textbox', { name: 'E-mail address' }), `${email}{Enter}`);
    expect(await screen.findByText('This invitation is not valid.')).toBeVisible();
    expect(code).toHaveFocus();
    expect(sentTo('start')).toEqual([{ email, invitation: 'ABCD' }]);
  });

  // An empty field was called an invitation that is not valid.
  it('demands an invitation where none was given', async () => {
    intake({ intake: 'invitation' });
    answer({ start: () => fail(403, 'This invitation is not valid.', 'invitation_invalid') });
    openAt('/apply');
    const code = await screen.findByRole('textbox', { name: 'Invitation code' });
    await userEvent.type(screen.getByRole('textbox', { name: 'E-mail address' }), `${email}{Enter}`);
    expect(await screen.findByText('REQUIRED')).toBeVisible();
    expect(code).toHaveFocus();
    expect(screen.queryByText('This invitation is not valid.')).toBeNull();
  });
});

it('goes on at the stored stage, past the disclaimer (APP-6)', async () => {
  await start({ ...draft, current_stage: 0 }, 'APPLICATION RESUMED');
  expect(await ready(1)).toBeVisible();
});

it('shows the status of what cannot be edited (APP-7)', async () => {
  answer({ 'check-status': () => saved(submitted) });
  const { app } = await start(submitted);
  expect(await screen.findByRole('heading', { name: 'UNDER REVIEW' })).toBeVisible();
  expect(app.path()).toBe('/apply/status');
});

it('shows the feedback of a reapplication, whose first stage has no way back (APP-10)', async () => {
  const back = { ...identified, status: 'reapply', rejection_reason: 'More about you, please.' };
  await start(back, 'APPLICATION RESUMED');
  await ready(1);
  const banner = screen.getByRole('region', { name: 'UPDATING APPLICATION FOR RESUBMISSION' });
  expect(within(banner).getByText('More about you, please.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Back' })).not.toBeInTheDocument();
});

it('says what is wrong at each field and goes to the first (APP-16)', async () => {
  const { person } = await start({ ...draft, current_stage: 1 });
  await ready(1);
  await person.click(await screen.findByRole('button', { name: 'NEXT' }));
  const name = screen.getByRole('textbox', { name: 'Full legal name' });
  expect(name).toHaveFocus();
  expect(name).toHaveAccessibleDescription('REQUIRED');
  expect(screen.getByText('PHOTO VERIFICATION REQUIRED')).toBeVisible();
  expect(sentTo('update-stage')).toEqual([]);
});

it('keeps what was typed through a failed save and a reload (APP-36)', async () => {
  answer({ 'update-stage': lost });
  const { person, app } = await start(identified);
  const name = await screen.findByRole('textbox', { name: 'Full legal name' });
  await person.clear(name);
  await person.type(name, 'grace');
  expect(name).toHaveValue('GRACE');
  await person.click(next());
  expect(await screen.findByText('FAILED TO SAVE PROGRESS')).toBeVisible();
  expect(name).toHaveValue('GRACE');
  // Another page of the same browser.
  app.unmount();
  closeApplication();
  openAt('/apply');
  expect(await screen.findByRole('textbox', { name: 'Full legal name' })).toHaveValue('GRACE');
});

it('writes in capitals where the caret is', async () => {
  const { person } = await start(identified);
  const name = (await screen.findByRole('textbox', { name: 'Full legal name' })) as HTMLInputElement;
  await person.click(name);
  name.setSelectionRange(3, 3);
  await person.keyboard('xy');
  expect(name).toHaveValue('ADAXY REYES');
  expect(name.selectionStart).toBe(5);
});

it("shows the server's refusal at its field", async () => {
  answer({ 'update-stage': () => fail(400, 'MUST BE 18+ TO PROCEED', 'date_of_birth_under_age') });
  const { person } = await start(identified);
  await person.click(await screen.findByRole('button', { name: 'NEXT' }));
  expect(await screen.findByLabelText('Date of birth')).toHaveAccessibleDescription('MUST BE 18+ TO PROCEED');
});

it('goes where the server is, when the stage is a wrong one', async () => {
  answer({ 'update-stage': () => fail(409, 'PLEASE COMPLETE THE STAGES IN THEIR ORDER', 'stage_skipped') });
  const { person } = await start({ ...identified, current_stage: 2 });
  await ready(2);
  changeDraft('background', {
    discoveryPlatform: 'YOUTUBE',
    followingSince: '2019',
    isAfcMember: false,
    isPhotodumpMember: false,
    hasFanfixChat: false,
    hasUsedDonotenter: false,
    hasPlayedDonotenterGames: false,
    hasPurchased: false,
  });
  answer({ start: () => started(identified, 'APPLICATION RESUMED') });
  await person.click(await screen.findByRole('button', { name: 'NEXT' }));
  expect(await ready(1)).toBeVisible();
  expect(useApplicationDraft.getState().draft.background?.discoveryPlatform).toBe('YOUTUBE');
});

it('says as the server does that an address is verified', async () => {
  const { person } = await start({ ...draft, current_stage: 1 });
  const part = await screen.findByRole('group', { name: 'E-mail' });
  answer({ 'send-otp': () => saved(draft, 'CODE SENT') });
  await person.click(within(part).getByRole('button', { name: 'SEND CODE' }));
  await person.type(await within(part).findByRole('textbox', { name: /^Code/ }), '123456');
  const words = 'VERIFICATION SUCCESSFUL - THIS E-MAIL BELONGS TO A MEMBER';
  answer({ 'verify-otp': () => saved({ ...draft, current_stage: 1, email_verified: true }, words) });
  await person.keyboard('{Enter}');
  expect(await within(part).findByText(words)).toBeVisible();
});

// The code had come, and there was no field for it: one could only wait and ask for another.
it('takes a code whose sending was not answered', async () => {
  const { person } = await start({ ...draft, current_stage: 1 });
  const part = await screen.findByRole('group', { name: 'E-mail' });
  answer({ 'send-otp': lost });
  await person.click(within(part).getByRole('button', { name: 'SEND CODE' }));
  expect(await within(part).findByText('SYSTEM ERROR - TRY AGAIN')).toBeVisible();
  expect(within(part).queryByRole('textbox', { name: /^Code/ })).toBeNull();
  const soon = 'Please wait before requesting another code.';
  answer({ 'send-otp': () => fail(429, soon, 'code_limit') });
  await person.click(within(part).getByRole('button', { name: 'SEND CODE' }));
  expect(await within(part).findByText(soon)).toBeVisible();
  await person.type(within(part).getByRole('textbox', { name: /^Code/ }), '123456');
  answer({
    'verify-otp': () => saved({ ...draft, current_stage: 1, email_verified: true }, 'VERIFIED AT LAST'),
  });
  await person.keyboard('{Enter}');
  expect(await within(part).findByText('VERIFIED AT LAST')).toBeVisible();
});

it('sends and checks a code, and locks what is verified (APP-19 to APP-22)', async () => {
  const { person } = await start({ ...draft, current_stage: 1 });
  const part = await screen.findByRole('group', { name: 'E-mail' });
  expect(within(screen.getByRole('group', { name: 'Phone' })).getByRole('button')).toBeDisabled();
  answer({ 'send-otp': lost });
  await person.click(within(part).getByRole('button', { name: 'SEND CODE' }));
  expect(await within(part).findByText('SYSTEM ERROR - TRY AGAIN')).toBeVisible();
  answer({ 'send-otp': () => saved(draft, 'CODE SENT') });
  await person.click(within(part).getByRole('button', { name: 'SEND CODE' }));
  expect(await within(part).findByText('CODE SENT')).toBeVisible();
  expect(sentTo('send-otp').at(-1)).toEqual({ applicationId: draft.id, identifier: email, type: 'email' });

  const code = within(part).getByRole('textbox', { name: /^Code/ });
  await person.type(code, '12a34567');
  expect(code).toHaveValue('123456');
  answer({ 'verify-otp': lost });
  await person.keyboard('{Enter}');
  expect(await within(part).findByText('VERIFICATION FAILED')).toBeVisible();
  answer({ 'verify-otp': () => fail(400, 'INVALID CODE', 'code_invalid') });
  await person.click(within(part).getByRole('button', { name: 'VERIFY' }));
  expect(await within(part).findByText('INVALID CODE')).toBeVisible();
  answer({
    'verify-otp': () =>
      saved({ ...draft, current_stage: 1, email_verified: true }, 'VERIFICATION SUCCESSFUL'),
  });
  await person.click(within(part).getByRole('button', { name: 'VERIFY' }));
  expect(await within(part).findByText('VERIFICATION SUCCESSFUL')).toBeVisible();
  const field = within(part).getByRole('textbox', { name: 'E-mail' });
  expect(field).toHaveAttribute('readonly');

  await person.click(within(part).getByRole('button', { name: /Change/ }));
  await person.type(field, 'x');
  expect(within(part).queryByText('VERIFIED')).not.toBeInTheDocument();
  expect(within(part).getByRole('button', { name: 'SEND CODE' })).toBeEnabled();
});

it('goes on with the application that the verified address has (APP-4)', async () => {
  const stored = { ...identified, id: 'another', current_stage: 3, assessment_opened_at: null };
  const { person } = await start({ ...draft, current_stage: 1 });
  const part = await screen.findByRole('group', { name: 'E-mail' });
  await person.type(screen.getByRole('textbox', { name: 'Full legal name' }), 'x');
  answer({ 'send-otp': () => saved(draft), 'verify-otp': () => saved(stored) });
  await person.click(within(part).getByRole('button', { name: 'SEND CODE' }));
  await person.type(await within(part).findByRole('textbox', { name: /^Code/ }), '123456{Enter}');
  expect(await ready(3)).toBeVisible();
  expect(useApplicationDraft.getState().draft.identification).toBeUndefined();
});

it('counts words and wants 120 s (APP-30 to APP-32)', async () => {
  const opened = { ...identified, current_stage: 3, assessment_opened_at: new Date().toISOString() };
  const { person } = await start(opened);
  await ready(3);
  const [first] = await screen.findAllByRole('textbox');
  await person.type(first as HTMLElement, 'one two');
  expect(screen.getByText('2 / 10 WORDS MINIMUM')).toBeVisible();
  const answers = Object.fromEntries(questions.map((name) => [name, 'A B C D E F G H I J']));
  changeDraft('assessment', answers);
  await person.click(next());
  expect(await screen.findByText('PLEASE TAKE MORE TIME ON YOUR ANSWERS')).toBeVisible();
  expect(sentTo('update-stage')).toEqual([]);
});

it('signs with Enter and shows the confirmation first (APP-33 to APP-35)', async () => {
  answer({ 'update-stage': () => saved(submitted), 'check-status': () => saved(submitted) });
  const { person, app } = await start({ ...identified, current_stage: 4 });
  const field = await screen.findByRole('textbox', { name: 'Signature' });
  await person.click(screen.getByRole('button', { name: 'SIGN AND SUBMIT' }));
  expect(field).toHaveAccessibleDescription(/PLEASE ENTER YOUR NAME TO SIGN/);
  await person.type(field, 'ada');
  expect(screen.getByRole('checkbox')).toBeChecked();
  await person.keyboard('{Enter}');
  // The page before shows the same until the other is there.
  await waitFor(() => expect(document.title).toMatch(/^Application status/));
  expect(app.path()).toBe('/apply/status');
  expect(await screen.findByText('APP-2345-6789')).toBeVisible();
  expect(screen.getByRole('heading', { name: 'APPLICATION SUBMITTED' })).toBeVisible();
  expect(sentTo('update-stage')[0]).toMatchObject({
    stage: 4,
    data: { ndaAgreed: true, ndaSignature: 'ADA' },
  });
  expect(localStorage.getItem('application_drafts')).toBeNull();
  await person.click(await screen.findByRole('button', { name: 'CHECK STATUS' }));
  expect(await screen.findByRole('heading', { name: 'UNDER REVIEW' })).toBeVisible();
});

it('takes a submission whose answer was lost for what it is', async () => {
  answer({
    'update-stage': () => fail(409, 'THIS APPLICATION HAS BEEN SUBMITTED', 'application_closed'),
    'check-status': () => saved(submitted),
  });
  const { person } = await start({ ...identified, current_stage: 4 });
  answer({ start: () => started(submitted) });
  await person.type(await screen.findByRole('textbox', { name: 'Signature' }), 'ada{Enter}');
  expect(await screen.findByRole('heading', { name: 'APPLICATION SUBMITTED' })).toBeVisible();
});

it('leaves for the payment, and says when it cannot (APP-37)', async () => {
  const { person } = await start(draft);
  answer({ 'create-expedite-session': () => fail(500, 'No') });
  await person.click(await screen.findByRole('button', { name: 'EXPEDITE REVIEW [$50]' }));
  expect(await screen.findByText('PAYMENT SYSTEM ERROR')).toBeVisible();
  answer({ 'create-expedite-session': () => saved(draft) });
  const url = { checkoutUrl: 'https://pay.example.com/1' };
  answer({ 'create-expedite-session': () => Response.json({ success: true, ...url }) });
  await person.click(screen.getByRole('button', { name: 'EXPEDITE REVIEW [$50]' }));
  await waitFor(() => expect(left).toHaveBeenCalledWith(url.checkoutUrl));
});

it('comes back from the payment to where it was left (APP-38, APP-39)', async () => {
  sessionStorage.setItem('applicant_email', email);
  sessionStorage.setItem('application_open', 'disclaimer');
  answer({
    'expedite-success': () => Response.json({ success: true }),
    start: () => started({ ...draft, expedited: true }, 'APPLICATION RESUMED'),
  });
  const app = openAt(`/apply?expedite_success=true&application_id=${draft.id}&session_id=cs_1&invitation=X`);
  expect(await screen.findByText('APPLICATION MARKED FOR EXPEDITED REVIEW')).toBeVisible();
  expect((await screen.findAllByText('PRIORITY REVIEW ACTIVE')).length).toBeGreaterThan(0);
  expect(screen.queryByRole('button', { name: /EXPEDITE/ })).not.toBeInTheDocument();
  expect(sentTo('expedite-success')).toEqual([{ sessionId: 'cs_1', applicationId: draft.id }]);
  expect(app.search().toString()).toBe('invitation=X');
});

it('shows what the server says when a payment was not confirmed (APP-38)', async () => {
  sessionStorage.setItem('applicant_email', email);
  answer({ 'expedite-success': () => fail(409, 'Not paid'), start: () => started(draft) });
  const app = openAt(`/apply?expedite_success=true&application_id=${draft.id}&session_id=cs_1`);
  expect(await screen.findByRole('button', { name: 'EXPEDITE REVIEW [$50]' })).toBeVisible();
  expect(screen.queryByText('APPLICATION MARKED FOR EXPEDITED REVIEW')).not.toBeInTheDocument();
  expect(app.search().toString()).toBe('');
});
