// Pictures and contributor marks of the members on screen, requested here and nowhere else.
// Names are collected for one frame and requested in one call.
import { ApiError, api } from '@/net/api';
import { layOver, recentEvents } from '@/stores/asOf';
import { createMemberStore } from '@/stores/session/memberStore';
import type { ProfileBatch, ProfilePicture, ProfilePictures } from '@/wire/bodies.gen';
import type { ContributorChanged, ProfileChanged } from '@/wire/frames.gen';

interface Known {
  /** null: the server knows no such member. */
  profile: ProfilePicture | null;
  /** When it was requested. */
  at: number;
}

interface ProfilePicturesState {
  byName: ReadonlyMap<string, Known>;
}

const batchMs = 16;
const atMostPerCall = 100; // as the server takes
const callEveryMs = 1_000; // the server takes 60 a minute
const failedPauseMs = 10_000;
const freshMs = 8 * 60_000; // links to pictures live for 10 minutes
const brokenAgainMs = 30_000;
const knownAtMost = 2_000;

export const useProfilePictures = createMemberStore<ProfilePicturesState>(
  () => ({ byName: new Map() }),
  resetProfilePictures,
);

// The device's clock may be put back by a day meanwhile.
const age = ({ at }: Known) => Math.abs(Date.now() - at);

const keyOf = (username: string) => username.toLowerCase();

/** A member's picture and mark; undefined until the server has answered, null for nobody. */
export const profilePictureOf =
  (username: string) =>
  ({ byName }: ProfilePicturesState): ProfilePicture | null | undefined =>
    byName.get(keyOf(username))?.profile;

/** The address of a member's picture, the small one preferred. */
export const pictureOf = (profile: ProfilePicture | null | undefined): string | null =>
  profile?.profile_picture_thumbnail_url || profile?.profile_picture_url || profile?.image_url || null;

let queued = new Set<string>();
let asking: ReadonlySet<string> = new Set();
let timer: ReturnType<typeof setTimeout> | undefined;
let lastCallAt = Number.NEGATIVE_INFINITY;
let generation = 0; // answers to an ended session are dropped

/** A member comes on screen: requests the picture unless it is fresh. */
export function requestProfilePicture(username: string) {
  const key = keyOf(username);
  if (key === '' || queued.has(key) || asking.has(key)) return;
  const known = useProfilePictures.getState().byName.get(key);
  if (known && age(known) < freshMs) return;
  queued.add(key);
  schedule(batchMs);
}

/** A picture did not load: its link may have expired. */
export function pictureBroken(username: string) {
  const known = useProfilePictures.getState().byName.get(keyOf(username));
  if (known && age(known) > brokenAgainMs) forgetProfilePictures(username);
}

/** Drops what is cached for these names; those on screen are requested again. */
export function forgetProfilePictures(...usernames: string[]) {
  const byName = new Map(useProfilePictures.getState().byName);
  let changed = false;
  for (const name of usernames) changed = byName.delete(keyOf(name)) || changed;
  if (changed) useProfilePictures.setState({ byName });
}

type Change = ProfileChanged | ContributorChanged;

const changes = recentEvents<Change>(({ type, userId }) => `${type} ${userId}`);

/** A member has another picture, or none any more. */
export function onProfileChanged(change: ProfileChanged) {
  changes.add(change.position, change);
  const known = useProfilePictures.getState().byName.get(keyOf(change.username));
  if (!known?.profile) forgetProfilePictures(change.username);
  else store(change.username, { profile: afterChange(known.profile, change), at: Date.now() });
}

type PictureLinks = Pick<
  ProfilePicture,
  'profile_picture_url' | 'profile_picture_thumbnail_url' | 'image_url'
>;

/** The member has chosen another picture in this browser. */
export function showOwnPicture(username: string, links: PictureLinks) {
  const known = useProfilePictures.getState().byName.get(keyOf(username));
  if (known?.profile) store(username, { profile: { ...known.profile, ...links }, at: Date.now() });
  else forgetProfilePictures(username);
}

/** A member has contributed lately, or no longer has. */
export function onContributorChanged(change: ContributorChanged) {
  changes.add(change.position, change);
  const known = useProfilePictures.getState().byName.get(keyOf(change.username));
  if (known?.profile) store(change.username, { ...known, profile: afterChange(known.profile, change) });
}

function store(username: string, known: Known) {
  useProfilePictures.setState(({ byName }) => ({ byName: new Map(byName).set(keyOf(username), known) }));
}

function afterChange(profile: ProfilePicture, change: Change): ProfilePicture {
  if (profile.user_id !== change.userId) return profile;
  if (change.type === 'contributor_changed')
    return { ...profile, is_recent_contributor: change.isRecentContributor };
  const { profile_picture_url, profile_picture_thumbnail_url } = change;
  return { ...profile, profile_picture_url, profile_picture_thumbnail_url, image_url: profile_picture_url };
}

export function resetProfilePictures() {
  clearTimeout(timer);
  timer = undefined;
  queued = new Set();
  asking = new Set();
  lastCallAt = Number.NEGATIVE_INFINITY;
  generation++;
  changes.clear();
  useProfilePictures.setState(useProfilePictures.getInitialState(), true);
}

function schedule(afterMs: number) {
  if (timer !== undefined || asking.size > 0) return;
  const pause = Math.max(afterMs, Math.min(lastCallAt + callEveryMs - Date.now(), callEveryMs));
  timer = setTimeout(() => void requestQueued(), pause);
}

async function requestQueued() {
  timer = undefined;
  const names = [...queued].slice(0, atMostPerCall);
  for (const name of names) queued.delete(name);
  asking = new Set(names);
  lastCallAt = Date.now();
  const mine = generation;
  let pauseMs = batchMs;
  try {
    const body: ProfileBatch = { usernames: names };
    const read = await api.post<ProfilePictures>('/profile/public/batch', body);
    if (mine !== generation) return;
    storeAll(names, read);
  } catch (error) {
    if (mine !== generation) return;
    // Initials are shown until the pause is over; then names still on screen are requested again.
    const limited = error instanceof ApiError && error.status === 429;
    if (limited) for (const name of names) queued.add(name);
    pauseMs = limited && error.retryAfter !== null ? error.retryAfter * 1_000 : failedPauseMs;
  }
  asking = new Set();
  if (queued.size > 0) schedule(pauseMs);
}

function storeAll(names: readonly string[], { profiles, asOf }: ProfilePictures) {
  const at = Date.now();
  const byName = new Map(useProfilePictures.getState().byName);
  for (const name of names) {
    byName.delete(name); // a name set anew moves to the end
    const read = profiles[name];
    byName.set(name, { profile: read ? layOver(read, asOf, changes, afterChange) : null, at });
  }
  for (const name of byName.keys()) {
    if (byName.size <= knownAtMost) break;
    byName.delete(name);
  }
  useProfilePictures.setState({ byName });
}
