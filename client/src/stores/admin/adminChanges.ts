// What other administrators have just changed, as the socket tells. Many changes of a
// moment are told together, so that a table is asked for once.

import { useSession } from '@/stores/session/session';
import type { AdminChanged } from '@/wire/frames.gen';

export type AdminChange = Omit<AdminChanged, 'type'>;

const gatherMs = 300;

let listener: (changes: readonly AdminChange[]) => void = () => {};
let gathered: AdminChange[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

/** Names who has asked again what was changed (queries/stale.ts). */
export function onAdminChanges(next: (changes: readonly AdminChange[]) => void) {
  listener = next;
}

export function onAdminChange({ part, userId, by }: AdminChange) {
  gathered.push({ part, userId, by });
  timer ??= setTimeout(() => {
    const changes = gathered;
    forget();
    listener(changes);
  }, gatherMs);
}

function forget() {
  clearTimeout(timer);
  timer = undefined;
  gathered = [];
}

useSession.subscribe((now, before) => {
  if (now.endings !== before.endings) forget();
});
