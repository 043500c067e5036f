// The calls of an applicant. The browser's cookie says whose application it is.
import { ApiError, api } from '@/net/api';
import '@/net/upload'; // comes with the form: a browser asks once for a file that failed
import type {
  Application,
  ApplicationPhoto,
  ApplicationSaved,
  ApplicationStarted,
  ApplicationStatus,
  CheckApplication,
  MessageReply,
  RemoveApplicationPhoto,
  SaveApplication,
  SendApplicationCode,
  StartApplication,
  VerifyApplicationCode,
} from '@/wire/bodies.gen';
import { applicantToken, forgetApplicantToken } from './applicant';

const at = (call: string) => `/applications/${call}`;

const post = <Reply>(call: string, body: unknown, signal?: AbortSignal) =>
  api.post<Reply>(at(call), body, { token: applicantToken(), signal });

export function postStart(email: string, invitation: string) {
  const body: StartApplication & { invitation?: string } = invitation ? { email, invitation } : { email };
  return post<ApplicationStarted>('start', body);
}

export const postStage = (body: SaveApplication) => post<ApplicationSaved>('update-stage', body);

export const postSendCode = (body: SendApplicationCode) => post<MessageReply>('send-otp', body);

export const postVerifyCode = (body: VerifyApplicationCode) => post<ApplicationSaved>('verify-otp', body);

export function postPhoto(
  applicationId: string,
  photo: File,
  options: { onProgress: (share: number) => void; signal: AbortSignal },
) {
  const form = new FormData();
  form.append('applicationId', applicationId);
  form.append('photo', photo, photo.name);
  return api.upload<ApplicationPhoto>(at('upload-photo'), form, { ...options, token: applicantToken() });
}

export const deletePhoto = (applicationId: string) =>
  api.delete(at('remove-photo'), {
    token: applicantToken(),
    body: { applicationId } satisfies RemoveApplicationPhoto,
  });

export const postExpedite = (applicationId: string) =>
  post<{ checkoutUrl: string }>('create-expedite-session', { applicationId });

export const postExpedited = (applicationId: string, sessionId: string) =>
  post('expedite-success', { sessionId, applicationId });

/** The application is null while a code has to prove the address. */
export interface ApplicantStatus {
  application: Application | null;
  message: string;
}

/** Looks an application up; null while the address has to be proven by a code first. */
export async function checkStatus(
  email: string,
  code?: string,
  signal?: AbortSignal,
): Promise<ApplicantStatus> {
  const body: CheckApplication = code ? { email, code } : { email };
  try {
    const { application, message } = await post<ApplicationStatus>('check-status', body, signal);
    if (application) forgetApplicantToken();
    return { application, message };
  } catch (failure) {
    if (failure instanceof ApiError && failure.status === 401) forgetApplicantToken();
    throw failure;
  }
}
