// The members whom the member ignores. The server stores the list and leaves them out of
// counts and notifications. A room's messages reach everybody alike, so they are hidden here.
import { api } from '@/net/api';
import { layOver, recentEvents } from '@/stores/asOf';
import { createMemberStore } from '@/stores/session/memberStore';
import type { Ignored, IgnoredChanged as IgnoredReply, IgnoreMember } from '@/wire/bodies.gen';
import type { IgnoredChanged, MessageBody, UsernameChanged } from '@/wire/frames.gen';

interface IgnoredState {
  /** Usernames by member id; null without one. */
  members: ReadonlyMap<string, string | null>;
  /** Messages of ignored members that the member chose to see, by id. */
  revealed: ReadonlySet<string>;
}

export const useIgnored = createMemberStore<IgnoredState>(
  () => ({ members: new Map(), revealed: new Set() }),
  resetIgnored,
);

/** Whether a member is ignored. */
export const isIgnored = (userId: string) => (s: IgnoredState) => s.members.has(userId);

type IgnoredNames = IgnoredState['members'];
type Change = Omit<IgnoredChanged, 'type'>;
type Rename = Omit<UsernameChanged, 'type'>;

const changes = recentEvents<Change>((change) => change.userId);
const renames = recentEvents<Rename>();

/** Requests the list. */
export async function loadIgnored(signal?: AbortSignal): Promise<void> {
  const read = await api.get<Ignored>('/chat/ignored', { signal });
  const names: IgnoredNames = new Map(read.ignored.map((m) => [m.userId, m.username]));
  const members = layOver(
    layOver(names, read.asOf, changes, afterChange),
    read.siteAsOf,
    renames,
    afterRename,
  );
  useIgnored.setState({ members });
}

/** Ignores a member from now on. */
export async function ignoreMember(userId: string, username: string): Promise<void> {
  const body: IgnoreMember = { userId };
  const { position } = await api.post<IgnoredReply>('/chat/ignored', body);
  onIgnoredChanged({ userId, username, ignored: true, position });
}

/** Ignores a member no longer. */
export async function unignoreMember(userId: string): Promise<void> {
  const body: IgnoreMember = { userId };
  const { position } = await api.delete<IgnoredReply>('/chat/ignored', { body });
  onIgnoredChanged({ userId, username: '', ignored: false, position });
}

/** The member ignores somebody, or no longer does, on any device. */
export function onIgnoredChanged(change: Change) {
  if (!changes.add(change.position, change)) return;
  useIgnored.setState(({ members }) => ({ members: afterChange(members, change) }));
}

function afterChange(members: IgnoredNames, { userId, username, ignored }: Change): IgnoredNames {
  if (members.has(userId) === ignored) return members;
  const next = new Map(members);
  if (ignored) next.set(userId, username || null);
  else next.delete(userId);
  return next;
}

/**
 * Whether a message is no news, since its writer is ignored. An announcement to all
 * reaches those too who ignore its writer.
 */
export const isNoNews =
  (message: Pick<MessageBody, 'user_id' | 'mentionsAll'>) =>
  ({ members }: Pick<IgnoredState, 'members'>): boolean =>
    !message.mentionsAll && members.has(message.user_id);

/** Whether a message is not shown until it is asked for. */
export const isHidden =
  (message: Pick<MessageBody, 'id' | 'user_id' | 'mentionsAll'>) =>
  (ignored: IgnoredState): boolean =>
    isNoNews(message)(ignored) && !ignored.revealed.has(message.id);

/** Shows messages of ignored members until the page is left. */
export function revealMessages(messageIds: readonly string[]) {
  useIgnored.setState(({ revealed }) => ({ revealed: new Set([...revealed, ...messageIds]) }));
}

/** A member has another name. */
export function renameIgnored(rename: Rename) {
  renames.add(rename.siteSeq, rename);
  useIgnored.setState(({ members }) => ({ members: afterRename(members, rename) }));
}

const afterRename = (members: IgnoredNames, { userId, newUsername }: Rename): IgnoredNames =>
  members.has(userId) ? new Map(members).set(userId, newUsername) : members;

/** Whether a name is one of an ignored member. */
export const isIgnoredName =
  (username: string) =>
  ({ members }: IgnoredState): boolean =>
    members.size > 0 && [...members.values()].includes(username);

/** The names without those of ignored members. */
export const withoutIgnored =
  (names: readonly string[]) =>
  ({ members }: IgnoredState): readonly string[] => {
    if (members.size === 0 || names.length === 0) return names;
    const hidden = new Set(members.values());
    return names.some((name) => hidden.has(name)) ? names.filter((name) => !hidden.has(name)) : names;
  };

export function resetIgnored() {
  changes.clear();
  renames.clear();
  useIgnored.setState(useIgnored.getInitialState(), true);
}
