// Who is here: counts, people seen in the room, who is typing, and the queue of
// join notices (CHAT-28, CHAT-41).
import { create } from 'zustand';

export interface Person {
  userId: string;
  username: string;
  contributor: boolean;
}

export interface Arrival {
  key: number;
  username: string;
  contributor: boolean;
}

export interface PresenceState {
  /** People in the room; null until the server has said. */
  inRoom: number | null;
  /** People in the whole chat. */
  inChat: number | null;
  /** Those known to be in the room, by id: the wire counts all and names comers. */
  here: ReadonlyMap<string, Person>;
  typing: readonly string[];
  /** Join notices that wait; the first is the one on screen. */
  arrivals: readonly Arrival[];
}

const arrivalsAtMost = 20;

export const usePresence = create<PresenceState>(() => ({
  inRoom: null,
  inChat: null,
  here: new Map(),
  typing: [],
  arrivals: [],
}));

export function resetPresence() {
  goneAt.clear();
  usePresence.setState(usePresence.getInitialState(), true);
}

/** Another room is on screen: its people, typing and notices start anew (CHAT-30). */
export function clearRoomPresence() {
  goneAt.clear();
  usePresence.setState(({ inChat }) => ({ ...usePresence.getInitialState(), inChat }), true);
}

/** The line is down: who types is unknown, the last counts stand. */
export function clearTyping() {
  usePresence.setState({ typing: [] });
}

export function setRoomCount(inRoom: number) {
  usePresence.setState({ inRoom });
}

export function setChatCount(inChat: number) {
  usePresence.setState({ inChat });
}

/** Somebody is known to be in the room: came, wrote or is oneself. */
export function noteHere(person: Person) {
  const { here } = usePresence.getState();
  const known = here.get(person.userId);
  if (known && known.username === person.username && (known.contributor || !person.contributor)) return;
  usePresence.setState({ here: new Map(here).set(person.userId, person) });
}

export function noteGone(userId: string) {
  goneAt.set(userId, Date.now());
  usePresence.setState(({ here }) => {
    const next = new Map(here);
    const gone = next.get(userId);
    next.delete(userId);
    return { here: next, typing: without(usePresence.getState().typing, gone?.username) };
  });
}

export function renamePerson(userId: string, from: string, to: string) {
  usePresence.setState(({ here, typing }) => {
    const known = here.get(userId);
    return {
      here: known ? new Map(here).set(userId, { ...known, username: to }) : here,
      typing: typing.map((name) => (name === from ? to : name)),
    };
  });
}

/** The names of now, by member id. */
export function nameHere(names: ReadonlyMap<string, string>) {
  usePresence.setState(({ here }) => {
    const old = [...here.values()].filter((p) => (names.get(p.userId) ?? p.username) !== p.username);
    if (old.length === 0) return {};
    const next = new Map(here);
    for (const p of old) next.set(p.userId, { ...p, username: names.get(p.userId) ?? p.username });
    return { here: next };
  });
}

/**
 * The count after the line was down. With fewer people than were known here
 * somebody has gone unseen: then only oneself is known to be here.
 */
export function recount(inRoom: number, me: string) {
  const { here } = usePresence.getState();
  usePresence.setState({ inRoom });
  if (here.size <= inRoom) return;
  for (const userId of here.keys()) goneAt.set(userId, Date.now());
  usePresence.setState({ here: new Map([...here].filter(([userId]) => userId === me)) });
}

const backWithinMs = 60_000; // WS-8
const goneAt = new Map<string, number>();

/**
 * Whether somebody who comes was here a moment ago. The nodes know that too, but
 * not one that was started anew; then a whole room would be announced (WS-8).
 */
export function wasJustHere(userId: string): boolean {
  const at = goneAt.get(userId);
  return usePresence.getState().here.has(userId) || (at !== undefined && Date.now() - at < backWithinMs);
}

/** The whole list of who else types. */
export function setTyping(names: readonly string[]) {
  usePresence.setState({ typing: [...new Set(names)] });
}

/** One person began or stopped typing. */
export function noteTyping(username: string, isTyping: boolean) {
  const { typing } = usePresence.getState();
  if (!isTyping && !typing.includes(username)) return;
  const others = without(typing, username);
  usePresence.setState({ typing: isTyping ? [...others, username] : others });
}

let lastKey = 0;

/** Queues a join notice; a storm beyond 20 waiting notices is not told one by one. */
export function queueArrival(username: string, contributor: boolean) {
  usePresence.setState(({ arrivals }) =>
    arrivals.length >= arrivalsAtMost
      ? {}
      : { arrivals: [...arrivals, { key: ++lastKey, username, contributor }] },
  );
}

/** The notice on screen has had its 3 s. */
export function arrivalShown(key: number) {
  usePresence.setState(({ arrivals }) => ({ arrivals: arrivals.filter((a) => a.key !== key) }));
}

function without(names: readonly string[], name: string | undefined) {
  return names.filter((other) => other !== name);
}
