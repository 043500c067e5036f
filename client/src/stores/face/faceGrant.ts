// What the face viewer's password opens, in this tab only, until the viewer is closed, the
// grant ends or the session does.
import { serverNow } from '@/net/serverClock';
import { createMemberStore } from '@/stores/session/memberStore';
import { readTabItem, writeTabItem } from '@/stores/session/tabStorage';

const storedUnder = 'face_grant';

export interface FaceGrant {
  grant: string;
  validUntil: string;
}

interface GrantState {
  held: FaceGrant | null;
}

function stored(): FaceGrant | null {
  try {
    const held: FaceGrant | null = JSON.parse(readTabItem(storedUnder) ?? 'null');
    return held && Date.parse(held.validUntil) > serverNow() ? held : null;
  } catch {
    return null;
  }
}

export const useFaceGrant = createMemberStore<GrantState>(() => ({ held: stored() }), dropFaceGrant);

export function holdFaceGrant(held: FaceGrant) {
  writeTabItem(storedUnder, JSON.stringify(held));
  useFaceGrant.setState({ held });
}

export function dropFaceGrant() {
  writeTabItem(storedUnder, null);
  useFaceGrant.setState({ held: null });
}
