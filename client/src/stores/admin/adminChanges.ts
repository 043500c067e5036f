// What other administrators have just changed, as the socket tells. Many changes of a
// moment are told together, so that a table is asked for once.
import { createEmitter } from '@/stores/emitter';
import { onSessionEnd } from '@/stores/session/memberStore';
import type { AdminChanged } from '@/wire/frames.gen';

export type AdminChange = Omit<AdminChanged, 'type'>;

const gatherMs = 300;

const changed = createEmitter<readonly AdminChange[]>();
let gathered: AdminChange[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

/** Calls back with the changes of a moment. Returns how to stop. */
export const onAdminChanges = changed.on;

export function onAdminChange({ part, userId, by }: AdminChange) {
  gathered.push({ part, userId, by });
  timer ??= setTimeout(() => {
    const changes = gathered;
    forget();
    changed.emit(changes);
  }, gatherMs);
}

function forget() {
  clearTimeout(timer);
  timer = undefined;
  gathered = [];
}

onSessionEnd(forget);
