// Pictures and marks of the members on screen, asked for here and nowhere else.
// Names are gathered for a frame and asked for in one call.
import { ApiError, api } from '@/net/api';
import { layOver, recentEvents } from '@/stores/asOf';
import { createMemberStore } from '@/stores/session/memberStore';
import type { ProfileBatch, ProfilePicture, ProfilePictures } from '@/wire/bodies.gen';
import type { ContributorChanged, ProfileChanged } from '@/wire/frames.gen';

interface Known {
  /** null: the server knows no such member. */
  profile: ProfilePicture | null;
  /** When it was asked. */
  at: number;
}

interface ProfilesState {
  byName: ReadonlyMap<string, Known>;
}

const gatherMs = 16;
const atMostPerCall = 100; // as the server takes
const callEveryMs = 1_000; // the server takes 60 a minute
const failedPauseMs = 10_000;
const freshMs = 8 * 60_000; // links to pictures live for 10 minutes
const brokenAgainMs = 30_000;
const knownAtMost = 2_000;

export const useProfiles = createMemberStore<ProfilesState>(() => ({ byName: new Map() }), resetProfiles);

const keyOf = (username: string) => username.toLowerCase();

/** What is known of a member; undefined until it was asked, null for nobody. */
export const profileOf =
  (username: string) =>
  ({ byName }: ProfilesState): ProfilePicture | null | undefined =>
    byName.get(keyOf(username))?.profile;

/** The address of a member's picture, the small one preferred. */
export const pictureOf = (profile: ProfilePicture | null | undefined): string | null =>
  profile?.profile_picture_thumbnail_url || profile?.profile_picture_url || profile?.image_url || null;

let wanted = new Set<string>();
let asking: ReadonlySet<string> = new Set();
let timer: ReturnType<typeof setTimeout> | undefined;
let lastCallAt = Number.NEGATIVE_INFINITY;
let generation = 0; // answers to an ended session are dropped

/** A member comes on screen: asked for unless that was done lately. */
export function wantProfile(username: string) {
  const key = keyOf(username);
  if (key === '' || wanted.has(key) || asking.has(key)) return;
  const known = useProfiles.getState().byName.get(key);
  if (known && Date.now() - known.at < freshMs) return;
  wanted.add(key);
  schedule(gatherMs);
}

/** A picture did not load: its link may have run out. */
export function pictureBroken(username: string) {
  const known = useProfiles.getState().byName.get(keyOf(username));
  if (known && Date.now() - known.at > brokenAgainMs) forgetProfiles(username);
}

/** What is known of these names may be out of date: those on screen are asked for again. */
export function forgetProfiles(...usernames: string[]) {
  const byName = new Map(useProfiles.getState().byName);
  let changed = false;
  for (const name of usernames) changed = byName.delete(keyOf(name)) || changed;
  if (changed) useProfiles.setState({ byName });
}

type Change = ProfileChanged | ContributorChanged;

const changes = recentEvents<Change>(({ type, userId }) => `${type} ${userId}`);

/** A member has another picture, or none any more. */
export function changePicture(change: ProfileChanged) {
  changes.add(change.position, change);
  const known = useProfiles.getState().byName.get(keyOf(change.username));
  if (!known?.profile) forgetProfiles(change.username);
  else know(change.username, { profile: afterChange(known.profile, change), at: Date.now() });
}

type PictureLinks = Pick<
  ProfilePicture,
  'profile_picture_url' | 'profile_picture_thumbnail_url' | 'image_url'
>;

/** The member has chosen another picture here. */
export function showOwnPicture(username: string, links: PictureLinks) {
  const known = useProfiles.getState().byName.get(keyOf(username));
  if (known?.profile) know(username, { profile: { ...known.profile, ...links }, at: Date.now() });
  else forgetProfiles(username);
}

/** A member has contributed lately, or no longer has. */
export function markContributor(change: ContributorChanged) {
  changes.add(change.position, change);
  const known = useProfiles.getState().byName.get(keyOf(change.username));
  if (known?.profile) know(change.username, { ...known, profile: afterChange(known.profile, change) });
}

function know(username: string, known: Known) {
  useProfiles.setState(({ byName }) => ({ byName: new Map(byName).set(keyOf(username), known) }));
}

function afterChange(profile: ProfilePicture, change: Change): ProfilePicture {
  if (profile.user_id !== change.userId) return profile;
  if (change.type === 'contributor_changed')
    return { ...profile, is_recent_contributor: change.isRecentContributor };
  const { profile_picture_url, profile_picture_thumbnail_url } = change;
  return { ...profile, profile_picture_url, profile_picture_thumbnail_url, image_url: profile_picture_url };
}

export function resetProfiles() {
  clearTimeout(timer);
  timer = undefined;
  wanted = new Set();
  asking = new Set();
  lastCallAt = Number.NEGATIVE_INFINITY;
  generation++;
  changes.clear();
  useProfiles.setState(useProfiles.getInitialState(), true);
}

function schedule(afterMs: number) {
  if (timer !== undefined || asking.size > 0) return;
  const pause = Math.max(afterMs, lastCallAt + callEveryMs - Date.now());
  timer = setTimeout(() => void ask(), pause);
}

async function ask() {
  timer = undefined;
  const names = [...wanted].slice(0, atMostPerCall);
  for (const name of names) wanted.delete(name);
  asking = new Set(names);
  lastCallAt = Date.now();
  const mine = generation;
  let pauseMs = gatherMs;
  try {
    const body: ProfileBatch = { usernames: names };
    const read = await api.post<ProfilePictures>('/profile/public/batch', body);
    if (mine !== generation) return;
    learn(names, read);
  } catch (error) {
    if (mine !== generation) return;
    // Initials stand until then; what is still on screen is asked for after a pause.
    const limited = error instanceof ApiError && error.status === 429;
    if (limited) for (const name of names) wanted.add(name);
    pauseMs = limited && error.retryAfter !== null ? error.retryAfter * 1_000 : failedPauseMs;
  }
  asking = new Set();
  if (wanted.size > 0) schedule(pauseMs);
}

function learn(names: readonly string[], { profiles, asOf }: ProfilePictures) {
  const at = Date.now();
  const byName = new Map(useProfiles.getState().byName);
  for (const name of names) {
    byName.delete(name); // the latest stand last
    const read = profiles[name];
    byName.set(name, { profile: read ? layOver(read, asOf, changes, afterChange) : null, at });
  }
  for (const name of byName.keys()) {
    if (byName.size <= knownAtMost) break;
    byName.delete(name);
  }
  useProfiles.setState({ byName });
}
