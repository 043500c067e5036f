// The calls of a face step. They carry its temporary token, whose end is no end of a session.
import { api } from '@/net/api';
import type { PendingFace } from '@/stores/session/pendingFace';
import type { FaceDevice, FacePicture, FaceReply, SkipFace } from '@/wire/face';

/** A picture takes a while on a slow line. */
const timeoutMs = 60_000;

function device(): FaceDevice {
  return {
    screenResolution: `${screen.width}x${screen.height}`,
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    language: navigator.language,
  };
}

const credential = ({ tempToken }: PendingFace) => ({ token: tempToken, ignore401: true });

async function send(path: string, picture: Blob, pending: PendingFace, consent: Partial<FacePicture> = {}) {
  const body: FacePicture = {
    imageBase64: await base64(picture),
    tempToken: pending.tempToken,
    ...device(),
    ...consent,
  };
  return api.post<FaceReply>(path, body, { ...credential(pending), timeoutMs });
}

/** Stores a picture as the member's face, with the consent to it. */
export const enrol = (picture: Blob, pending: PendingFace, consentVersion: string) =>
  send('/face/enroll', picture, pending, { consent: true, consentVersion });

/** Compares a picture with the member's face. */
export const verify = (picture: Blob, pending: PendingFace) => send('/face/verify', picture, pending);

/** Goes on without the step, which the server may refuse. */
export function skip(pending: PendingFace, skipReason?: SkipFace['skipReason']) {
  const body: SkipFace =
    pending.step === 'enrollment'
      ? { skipType: 'enrollment', ...device() }
      : { skipType: 'verification', skipReason };
  return api.post<FaceReply>('/face/skip', body, credential(pending));
}

/** A picture as a data URL. */
function base64(picture: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(picture);
  });
}
