// The stores' way to say that something asked over HTTP is no longer so. The
// queries listen; the stores need not know them.
import { createEmitter } from './emitter';

/** What a live event can make out of date. */
export type Stale =
  | 'standing'
  | 'profile'
  | 'rooms'
  | 'roomList'
  | 'mentions'
  | 'points'
  | 'emergency'
  | 'cost'
  | 'contributions'
  | 'config'
  /** Everything of the back office. */
  | 'admin'
  /** One member's public profile. */
  | `member:${string}`;

const stale = createEmitter<Stale>();

/** Calls back with what is out of date. Returns how to stop. */
export const onStale = stale.on;

/** Has what is shown of it asked again, and what is not shown when it is next opened. */
export function markStale(...all: Stale[]) {
  for (const what of all) stale.emit(what);
}
