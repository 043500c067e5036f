// Whom the member ignores. The server keeps the list and leaves these members
// out of what it counts and sends; a room's messages reach everybody alike, so
// they are hidden here.
import { api } from '@/net/api';
import { createMemberStore } from '@/stores/session/memberStore';
import type { Ignored, IgnoreMember } from '@/wire/bodies.gen';
import type { MessageBody } from '@/wire/frames.gen';

interface IgnoredState {
  /** Usernames by member id; null without one. */
  members: ReadonlyMap<string, string | null>;
  /** Messages that are shown all the same, by id. */
  revealed: ReadonlySet<string>;
}

export const useIgnored = createMemberStore<IgnoredState>(
  () => ({ members: new Map(), revealed: new Set() }),
  resetIgnored,
);

/** Whether a member is ignored. */
export const isIgnored = (userId: string) => (s: IgnoredState) => s.members.has(userId);

let changes = 0;

/** Asks the server for the list. */
export async function loadIgnored(signal?: AbortSignal): Promise<void> {
  const before = changes;
  const { ignored } = await api.get<Ignored>('/chat/ignored', { signal });
  // A change that was made meanwhile is newer than this answer.
  if (before !== changes) return;
  useIgnored.setState({ members: new Map(ignored.map((m) => [m.userId, m.username])) });
}

/** Ignores a member from now on. */
export async function ignoreMember(userId: string, username: string): Promise<void> {
  await api.post('/chat/ignored', { userId } satisfies IgnoreMember);
  changes++;
  useIgnored.setState(({ members }) => ({ members: new Map(members).set(userId, username) }));
}

/** Ignores a member no longer. */
export async function unignoreMember(userId: string): Promise<void> {
  await api.delete('/chat/ignored', { body: { userId } satisfies IgnoreMember });
  changes++;
  useIgnored.setState(({ members }) => {
    const next = new Map(members);
    next.delete(userId);
    return { members: next };
  });
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
export function renameIgnored(userId: string, to: string) {
  const { members } = useIgnored.getState();
  if (members.has(userId)) useIgnored.setState({ members: new Map(members).set(userId, to) });
}

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
  changes++;
  useIgnored.setState(useIgnored.getInitialState(), true);
}
