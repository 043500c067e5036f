// An application that is being filled in: its stage and answers, and the calls that move it on.
import { create } from 'zustand';
import { ApiError } from '@/net/api';
import { isReapply, mayContinue, openingStage, stageBefore, stages } from '@/rules/application/application';
import type { Application } from '@/wire/bodies.gen';
import { openTab, saveEmail, setOpenTab, setStatusCodeSent } from './applicant';
import {
  deletePhoto,
  postExpedite,
  postExpedited,
  postPhoto,
  postSendCode,
  postStage,
  postStart,
  postVerifyCode,
} from './applicantCalls';
import {
  type ApplicationDraft,
  type CodeChannel,
  changeDraft,
  closeDraft,
  dropFromDraft,
  moveDraft,
  openDraft,
  removeDraft,
  useApplicationDraft,
} from './draft';

interface OpenApplication {
  application: Application | null;
  stage: number;
}

export const useApplication = create<OpenApplication>(() => ({ application: null, stage: 0 }));

const open = (): Application => {
  const { application } = useApplication.getState();
  if (!application) throw new Error('no application is open');
  return application;
};

const show = (application: Application) => useApplication.setState({ application });

/** The server's word for an application that was there before; the reply has no other sign of it. */
const resumed = 'APPLICATION RESUMED';

/** Opens the application of an address; false when it is not to be edited any more. */
export async function startApplication(typed: string, invitation = ''): Promise<boolean> {
  const email = typed.trim().toLowerCase();
  const { application, canEdit, message } = await postStart(email, invitation);
  saveEmail(application.email);
  if (!mayContinue(application, canEdit)) {
    setOpenTab(null);
    closeApplication();
    return false;
  }
  const paying = openTab() === 'disclaimer' && !isReapply(application);
  const stage = paying ? stages.disclaimer : openingStage(application, message === resumed);
  openDraft(application.email);
  setOpenTab('stages');
  useApplication.setState({ application, stage });
  return true;
}

/** Asks the server for the open application again, and goes where it stands. */
export const reopen = () => startApplication(open().email);

/** Saves a stage, which is finished, and goes to the next one. */
export async function saveStage(stage: number, data: Record<string, unknown>) {
  const { application } = await postStage({ applicationId: open().id, stage, data, moveToNext: true });
  if (stage >= stages.agreement) {
    removeDraft();
    setOpenTab(null);
    setStatusCodeSent(null);
    useApplication.setState({ application, stage: stages.complete });
    return;
  }
  setOpenTab('stages');
  const part = savedParts[stage];
  if (part) dropFromDraft(...part);
  useApplication.setState({ application, stage: stage + 1 });
}

const savedParts: Record<number, (keyof ApplicationDraft)[]> = {
  [stages.identification]: ['identification', 'codes'],
  [stages.background]: ['background'],
  [stages.assessment]: ['assessment'],
};

/** Goes back one stage, where that is possible. */
export function goBack() {
  const { application, stage } = useApplication.getState();
  const before = application && stageBefore(stage, application);
  if (before !== null) useApplication.setState({ stage: before });
}

/** Has a code sent to an address of the form. */
export async function sendCode(channel: CodeChannel, identifier: string) {
  const waits = () => changeDraft('codes', { [channel]: { to: identifier, at: Date.now() } });
  try {
    await postSendCode({ applicationId: open().id, identifier, type: channel });
  } catch (failure) {
    // Refused so soon after another: that one was sent, though its answer was lost.
    if (failure instanceof ApiError && failure.code === 'code_limit') waits();
    throw failure;
  }
  waits();
}

/** Hands in a code. A verified e-mail address may lead to another application, which is opened then. */
export async function verifyCode(channel: CodeChannel, identifier: string, code: string) {
  const before = open();
  const { application, message } = await postVerifyCode({
    applicationId: before.id,
    identifier,
    code,
    type: channel,
  });
  const { draft } = useApplicationDraft.getState();
  const codes = { ...draft.codes, [channel]: undefined };
  const identification = { ...draft.identification };
  delete identification[channel];
  if (channel === 'email') setStatusCodeSent(null);
  const other = application.id !== before.id;
  if (other || application.email !== before.email) {
    saveEmail(application.email);
    // What another form has stored counts more than what was typed into this one.
    const kept = other && application.full_name !== null ? undefined : identification;
    moveDraft(application.email, { ...(!other && draft), codes, identification: kept });
  } else {
    changeDraft('codes', { [channel]: undefined });
    replaceIdentification(identification);
  }
  if (!other) show(application);
  else if (mayContinue(application, application.can_edit))
    useApplication.setState({ application, stage: openingStage(application, true) });
  else closeApplication();
  return { message, other };
}

function replaceIdentification(identification: ApplicationDraft['identification']) {
  dropFromDraft('identification');
  if (identification && Object.keys(identification).length > 0) changeDraft('identification', identification);
}

export async function uploadPhoto(photo: File, onProgress: (share: number) => void, signal: AbortSignal) {
  const { photoUrl, thumbnailUrl, message } = await postPhoto(open().id, photo, { onProgress, signal });
  show({ ...open(), photo_url: photoUrl, photo_thumbnail_url: thumbnailUrl });
  return message;
}

export async function removePhoto() {
  await deletePhoto(open().id);
  show({ ...open(), photo_url: null, photo_thumbnail_url: null });
}

/** Gives the address where the fee is paid. */
export async function payExpedite(): Promise<string> {
  // Who comes back from paying finds the page that was left.
  setOpenTab('disclaimer');
  try {
    return (await postExpedite(open().id)).checkoutUrl;
  } catch (failure) {
    // It is expedited already, or decided: what stands is asked for.
    if (failure instanceof ApiError && failure.status === 409) await reopen().catch(() => {});
    setOpenTab('stages');
    throw failure;
  }
}

/**
 * Confirms a payment when the browser comes back from it; false when it could not be
 * confirmed. The payment provider tells the server, too.
 */
export const confirmExpedite = (applicationId: string, sessionId: string): Promise<boolean> =>
  postExpedited(applicationId, sessionId).then(
    () => true,
    () => false,
  );

/** Shows no application; what was typed stays stored. */
export function closeApplication() {
  closeDraft();
  useApplication.setState({ application: null, stage: 0 });
}

/** Leaves the application for the entry form. */
export function leaveApplication() {
  setOpenTab(null);
  closeApplication();
}
