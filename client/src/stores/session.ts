// Who is signed in: the token and the stored user, kept in local storage and
// in step with the other tabs.
import { create } from 'zustand';
import { api, onSessionLost, tokenKey, userKey } from '@/net/api';
import type { OwnProfile, Profile, User } from '@/wire/bodies.gen';
import { toast } from './toast';

/** A sign-in that waits for a face step; lives only as long as the page. */
export interface PendingFace {
  step: 'enrollment' | 'verification';
  tempToken: string;
  userId: string;
  previouslySkipped: boolean;
  isAdmin: boolean;
}

export interface SessionState {
  token: string | null;
  user: User | null;
  /** Whether the stored token has been answered by the server in this page's life. */
  confirmed: boolean;
  /** The profile that answer brought; pages go on from it. */
  profile: OwnProfile | null;
  /** Counts the ends of sessions; whoever must leave the member screens watches it. */
  endings: number;
  pendingFace: PendingFace | null;
}

function stored(): Pick<SessionState, 'token' | 'user'> {
  const token = localStorage.getItem(tokenKey);
  if (!token) return { token: null, user: null };
  try {
    const user: unknown = JSON.parse(localStorage.getItem(userKey) ?? 'null');
    return { token, user: typeof user === 'object' ? (user as User | null) : null };
  } catch {
    return { token, user: null };
  }
}

const initial = (): SessionState => ({
  ...stored(),
  confirmed: false,
  profile: null,
  endings: 0,
  pendingFace: null,
});

export const useSession = create<SessionState>(initial);

/** Stores a fresh session, here and in local storage. */
export function startSession(token: string, user: User) {
  localStorage.setItem(tokenKey, token);
  localStorage.setItem(userKey, JSON.stringify(user));
  useSession.setState({ token, user, confirmed: true, pendingFace: null });
}

/** Keeps what the face screen needs to finish a sign-in. */
export function setPendingFace(pendingFace: PendingFace | null) {
  useSession.setState({ pendingFace });
}

/** Changes some of the stored user's fields (a new username, say). */
export function patchUser(change: Partial<User>) {
  const { user } = useSession.getState();
  if (!user) return;
  const next = { ...user, ...change };
  localStorage.setItem(userKey, JSON.stringify(next));
  useSession.setState({ user: next });
}

/** Forgets the session on this device; the server is not told. */
export function endSession() {
  localStorage.removeItem(tokenKey);
  localStorage.removeItem(userKey);
  useSession.setState((s) => ({
    token: null,
    user: null,
    confirmed: false,
    profile: null,
    pendingFace: null,
    endings: s.endings + 1,
  }));
}

/** Ends the session on the server and here; here also when the call fails. */
export async function logout() {
  try {
    await api.post('/auth/logout');
  } catch {
    // The session ends on this device either way.
  }
  if (useSession.getState().token) endSession();
}

/** The lookup under way, and for which token. */
let lookup: { token: string; done: Promise<void> } | null = null;

/** How long a silent server may hold up the first screen. */
const lookupMs = 10_000;

/**
 * Asks the server once per page life whose token this is. Without an
 * answer the stored user stands, so that screens can show their own failures;
 * a 401 has ended the session by the time this returns.
 */
export function confirmSession(): Promise<void> {
  const { token, confirmed } = useSession.getState();
  if (!token || confirmed) return Promise.resolve();
  if (lookup?.token !== token) {
    const done = askWho(token).finally(() => {
      if (lookup?.token === token) lookup = null;
    });
    lookup = { token, done };
  }
  return lookup.done;
}

async function askWho(token: string) {
  let profile: OwnProfile;
  try {
    const signal = AbortSignal.timeout(lookupMs);
    ({ profile } = await api.get<Profile>('/profile/me', { signal }));
  } catch {
    return;
  }
  if (useSession.getState().token !== token) return;
  const { user_id: id, name, email, phone, username } = profile;
  const { face_recognition_enabled, face_recognition_status } = profile;
  const user: User = { id, name, email, phone, username, face_recognition_enabled, face_recognition_status };
  localStorage.setItem(userKey, JSON.stringify(user));
  useSession.setState({ user, profile, confirmed: true });
}

/** Back to what local storage says; for tests and for a tab that starts over. */
export function resetSession() {
  lookup = null;
  useSession.setState(initial(), true);
}

onSessionLost(() => {
  endSession();
  toast('Your session has ended. Please sign in again.', { tone: 'info' });
});

// Another tab signed out or in.
window.addEventListener('storage', (event) => {
  if (event.key !== null && event.key !== tokenKey && event.key !== userKey) return;
  const now = stored();
  const { token } = useSession.getState();
  if (token && !now.token) endSession();
  else if (now.token !== token) useSession.setState({ ...now, confirmed: false, profile: null });
  else useSession.setState({ user: now.user });
});
