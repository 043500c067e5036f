// The calls of a face step. They carry its temporary token, whose end is no end of a session.
import { api } from '@/net/api';
import type { PendingFace } from '@/stores/face/pendingFace';
import type {
  EnrollFace,
  FaceEnrolled,
  FaceSkipped,
  FaceVerified,
  SkipFace,
  VerifyFace,
} from '@/wire/bodies.gen';

/** A picture takes a while on a slow line. */
const timeoutMs = 60_000;

function device(): Pick<VerifyFace, 'screenResolution' | 'timezone' | 'language'> {
  return {
    screenResolution: `${screen.width}x${screen.height}`,
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    language: navigator.language,
  };
}

const credential = ({ tempToken }: PendingFace) => ({ token: tempToken, ignore401: true });

/** What goes with every picture. */
const withPicture = async (picture: Blob, { tempToken }: PendingFace): Promise<VerifyFace> => ({
  imageBase64: await base64(picture),
  tempToken,
  ...device(),
});

/** Stores a picture as the member's face, with the consent to it. */
export async function enrol(picture: Blob, pending: PendingFace, consentVersion: string) {
  const body: EnrollFace = { ...(await withPicture(picture, pending)), consent: true, consentVersion };
  return api.post<FaceEnrolled>('/face/enroll', body, { ...credential(pending), timeoutMs });
}

/** Compares a picture with the member's face. */
export async function verify(picture: Blob, pending: PendingFace) {
  const body = await withPicture(picture, pending);
  return api.post<FaceVerified>('/face/verify', body, { ...credential(pending), timeoutMs });
}

/** Goes on without the step, which the server may refuse. */
export function skip(pending: PendingFace, skipReason?: string) {
  const body: SkipFace =
    pending.step === 'enrollment'
      ? { skipType: 'enrollment', ...device() }
      : { skipType: 'verification', skipReason };
  return api.post<FaceSkipped>('/face/skip', body, credential(pending));
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
