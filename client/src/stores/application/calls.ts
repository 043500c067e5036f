// The calls of an applicant. The browser's cookie says whose application it is.
import { api } from '@/net/api';
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

const at = (call: string) => `/applications/${call}`;

export function postStart(email: string, invitation: string) {
  const body: StartApplication & { invitation?: string } = invitation ? { email, invitation } : { email };
  return api.post<ApplicationStarted>(at('start'), body);
}

export const postStage = (body: SaveApplication) => api.post<ApplicationSaved>(at('update-stage'), body);

export const postSendCode = (body: SendApplicationCode) => api.post<MessageReply>(at('send-otp'), body);

export const postVerifyCode = (body: VerifyApplicationCode) =>
  api.post<ApplicationSaved>(at('verify-otp'), body);

export function postPhoto(
  applicationId: string,
  photo: File,
  options: { onProgress: (share: number) => void; signal: AbortSignal },
) {
  const form = new FormData();
  form.append('applicationId', applicationId);
  form.append('photo', photo, photo.name);
  return api.upload<ApplicationPhoto>(at('upload-photo'), form, options);
}

export const deletePhoto = (applicationId: string) =>
  api.delete(at('remove-photo'), { body: { applicationId } satisfies RemoveApplicationPhoto });

export const postExpedite = (applicationId: string) =>
  api.post<{ checkoutUrl: string }>(at('create-expedite-session'), { applicationId });

export const postExpedited = (applicationId: string, sessionId: string) =>
  api.post(at('expedite-success'), { sessionId, applicationId });

/** Looks an application up; null while the address has to be proven by a code first. */
export async function checkStatus(email: string, code?: string, signal?: AbortSignal) {
  const body: CheckApplication = code ? { email, code } : { email };
  const reply = await api.post<ApplicationStatus>(at('check-status'), body, { signal });
  return { application: reply.application, message: reply.message } satisfies {
    application: Application | null;
    message: string;
  };
}
