// The stores announce here that an answer over HTTP is out of date. The queries listen; the
// stores do not import them.
import { createEmitter } from './emitter';

/** What a live event can make out of date. */
export type Stale =
  | 'userStatus'
  | 'profile'
  | 'rooms'
  | 'roomList'
  | 'mentions'
  | 'points'
  /** What the member has earned. */
  | 'earned'
  | 'emergency'
  | 'cost'
  | 'contributions'
  /** Everything of the back office. */
  | 'admin'
  /** The captions of all videos, and of one message's. */
  | 'captions'
  | `captions:${string}`
  /** Lists with names of members outside the rooms and the back office. */
  | 'names'
  /** The messages and pins of the room on screen: an erasure changes them without events of the room. */
  | 'roomMessages'
  /** What the room on screen has of media. */
  | 'roomMedia'
  /** One member's public profile. */
  | `member:${string}`;

const stale = createEmitter<Stale>();

/** Calls back with what is out of date. Returns how to stop. */
export const onStale = stale.on;

/** Queries on screen are requested again at once, others when they are next opened. */
export function markStale(...all: Stale[]) {
  for (const what of all) stale.emit(what);
}
