// Changes the caller's username; what is shown of it follows.
import { api } from '@/net/api';
import { queryClient } from '@/queries/client';
import { orFound } from '@/queries/lostAnswer';
import { userStatusQuery } from '@/queries/people/me';
import { patchUser } from '@/stores/session/session';
import type { SetUsername, UsernameSet } from '@/wire/bodies.gen';

/**
 * Takes another username; every open screen of the member follows. It is the member's when the
 * server says so, also when the answer was lost.
 */
export async function changeUsername(next: string): Promise<string> {
  const body: SetUsername = { username: next };
  const username = await orFound(
    async () => (await api.post<UsernameSet>('/profile/change-username', body)).username,
    async () => ((await queryClient.fetchQuery(userStatusQuery)).username === next ? next : undefined),
  );
  patchUser({ username });
  await queryClient.invalidateQueries({ queryKey: ['me'] });
  return username;
}
