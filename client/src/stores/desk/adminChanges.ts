// Changes by other administrators, received over the socket. Changes of a moment are
// batched, so that a table is requested once.
import { createEmitter } from '@/stores/emitter';
import { onSessionEnd } from '@/stores/session/memberStore';
import type { AdminChanged } from '@/wire/frames.gen';

export type AdminChange = Omit<AdminChanged, 'type'>;

const batchMs = 300;

const changed = createEmitter<readonly AdminChange[]>();
let batch: AdminChange[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

/** Calls back with the changes of a moment. Returns how to stop. */
export const onAdminChanges = changed.on;

export function onAdminChange({ part, userId, by }: AdminChange) {
  batch.push({ part, userId, by });
  timer ??= setTimeout(() => {
    const changes = batch;
    forget();
    changed.emit(changes);
  }, batchMs);
}

function forget() {
  clearTimeout(timer);
  timer = undefined;
  batch = [];
}

onSessionEnd(forget);
