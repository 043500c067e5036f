// Who is signed in: the token and the user, stored in local storage and shared with the
// other tabs.
import { texts } from 'texts:session';
import { create } from 'zustand';
import { api } from '@/net/api';
import type { SessionPort } from '@/net/reply';
import { toast } from '@/stores/toast';
import type { OwnProfile, Profile, User } from '@/wire/bodies.gen';
import { readDeviceItem, writeDeviceItem } from './deviceStorage';

/** The storage keys of the session. */
const tokenKey = 'token';
const userKey = 'user';
/** Present when the last session ended because the member signed out. */
const signedOutKey = 'signed_out';

export interface SessionState {
  token: string | null;
  user: User | null;
  /** Whether the server has accepted the stored token since the page was loaded. */
  confirmed: boolean;
  /** The profile of that answer; pages begin with it. */
  profile: OwnProfile | null;
  /** Counts the ends of sessions; the member screens watch it and close. */
  endings: number;
  /** Counts those that the member asked for. */
  signOuts: number;
}

function stored(): Pick<SessionState, 'token' | 'user'> {
  const token = readDeviceItem(tokenKey);
  if (!token) return { token: null, user: null };
  try {
    const user: unknown = JSON.parse(readDeviceItem(userKey) ?? 'null');
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
  signOuts: 0,
});

export const useSession = create<SessionState>(initial);

/** The browser has stored the session: other tabs see it, and this one follows them. */
let shared = true;

/** Stores a fresh session, here and on this device. */
export function startSession(token: string, user: User) {
  writeDeviceItem(signedOutKey, null);
  shared = writeDeviceItem(tokenKey, token);
  writeDeviceItem(userKey, JSON.stringify(user));
  useSession.setState({ token, user, confirmed: true });
}

/** Changes some of the stored user's fields (a new username, say). */
export function patchUser(change: Partial<User>) {
  const { user } = useSession.getState();
  if (!user) return;
  const next = { ...user, ...change };
  writeDeviceItem(userKey, JSON.stringify(next));
  useSession.setState({ user: next });
}

/** Ends the session on this device without a call to the server. */
export function endSession(signedOut = false) {
  if (signedOut) writeDeviceItem(signedOutKey, 'yes');
  writeDeviceItem(tokenKey, null);
  writeDeviceItem(userKey, null);
  leaveSession({ token: null, user: null }, signedOut);
}

/**
 * The server refused the session: ends it here and says so. A sign-in in another tab ends
 * this one's session too; then this tab goes on with the new one.
 */
export function loseSession() {
  const storedToken = stored().token;
  if (shared && storedToken && storedToken !== useSession.getState().token) {
    followOtherTabs();
    return;
  }
  endHere();
}

/** Ends the session of a member who has been erased: nothing that the member wrote stays on this device. */
export const eraseSession = () => endHere(true);

function endHere(erased = false) {
  endSession(erased);
  toast(texts.yourSessionHasEnded, { tone: 'info' });
}

/** Leaves one session; `next` may be another that has begun already. */
function leaveSession(next: Pick<SessionState, 'token' | 'user'>, signedOut: boolean) {
  useSession.setState((s) => ({
    ...next,
    confirmed: false,
    profile: null,
    endings: s.endings + 1,
    signOuts: s.signOuts + (signedOut ? 1 : 0),
  }));
}

/**
 * Ends the session here at once, so that a silent server holds nobody up, and
 * on the server as soon as it answers.
 */
export async function logout() {
  const { token } = useSession.getState();
  if (!token) return;
  endSession(true);
  try {
    // A 401 says that the session has ended there already.
    await api.post('/auth/logout', undefined, { token, keepalive: true, ignore401: true });
  } catch {
    // The session expires on the server by itself.
  }
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
    ({ profile } = await api.get<Profile>('/profile/me', { timeoutMs: lookupMs }));
  } catch {
    return;
  }
  if (useSession.getState().token !== token) return;
  const { user_id: id, name, email, phone, username } = profile;
  const { face_recognition_enabled, face_recognition_status } = profile;
  const user: User = { id, name, email, phone, username, face_recognition_enabled, face_recognition_status };
  writeDeviceItem(userKey, JSON.stringify(user));
  useSession.setState({ user, profile, confirmed: true });
}

/** Back to what local storage says; for tests and for a tab that starts over. */
export function resetSession() {
  lookup = null;
  shared = true;
  useSession.setState(initial(), true);
}

/** The session as the calls need it. */
export const sessionPort: SessionPort = { token: () => useSession.getState().token, lost: loseSession };

/** Does what another tab did: signed out, signed in, or changed the user. */
function followOtherTabs() {
  if (!shared) return;
  const now = stored();
  const { token } = useSession.getState();
  if (now.token === token) useSession.setState({ user: now.user });
  else if (token) leaveSession(now, readDeviceItem(signedOutKey) !== null);
  else useSession.setState({ ...now, confirmed: false, profile: null });
}

window.addEventListener('storage', (event) => {
  if (event.key === null || event.key === tokenKey || event.key === userKey) followOtherTabs();
});
// A tab that was frozen has missed the events.
window.addEventListener('pageshow', (event) => event.persisted && followOtherTabs());
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') followOtherTabs();
});
