// Whether the member is being asked to add a face: the server has refused what is open only
// to members whose face was recognised.
import { createMemberStore } from '@/stores/session/memberStore';

/** The server's word for it. */
export const faceRequiredCode = 'face_required';

export const useFaceRequired = createMemberStore(() => ({ asking: false }));

export function askForFace() {
  useFaceRequired.setState({ asking: true });
}

export function closeFaceRequired() {
  useFaceRequired.setState({ asking: false });
}
