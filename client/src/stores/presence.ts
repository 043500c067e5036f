// Who is here: counts, people seen in the room, who is typing, and the queue of
// join notices.
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
  roomCount: number | null;
  /** People in the whole chat. */
  chatCount: number | null;
  /** Those known to be in the room, by id: the wire counts all and names comers. */
  people: ReadonlyMap<string, Person>;
  typing: readonly string[];
  /** Join notices that wait; the first is the one on screen. */
  arrivals: readonly Arrival[];
}

const arrivalsAtMost = 20;

export const usePresence = create<PresenceState>(() => ({
  roomCount: null,
  chatCount: null,
  people: new Map(),
  typing: [],
  arrivals: [],
}));

export function resetPresence() {
  leftAt.clear();
  usePresence.setState(usePresence.getInitialState(), true);
}

/** Another room is on screen: its people, typing and notices start anew. */
export function clearRoomPresence() {
  leftAt.clear();
  usePresence.setState(({ chatCount }) => ({ ...usePresence.getInitialState(), chatCount }), true);
}

/** The connection is down: who types is unknown, the last counts stand. */
export function clearTyping() {
  usePresence.setState({ typing: [] });
}

export function setRoomCount(roomCount: number) {
  usePresence.setState({ roomCount });
}

export function setChatCount(chatCount: number) {
  usePresence.setState({ chatCount });
}

/** Somebody is known to be in the room: came, wrote or is oneself. */
export function addPerson(person: Person) {
  const { people } = usePresence.getState();
  const known = people.get(person.userId);
  if (known && known.username === person.username && (known.contributor || !person.contributor)) return;
  usePresence.setState({ people: new Map(people).set(person.userId, person) });
}

export function removePerson(userId: string) {
  leftAt.set(userId, Date.now());
  usePresence.setState(({ people }) => {
    const next = new Map(people);
    const gone = next.get(userId);
    next.delete(userId);
    return { people: next, typing: without(usePresence.getState().typing, gone?.username) };
  });
}

export function renamePerson(userId: string, from: string, to: string) {
  usePresence.setState(({ people, typing }) => {
    const known = people.get(userId);
    return {
      people: known ? new Map(people).set(userId, { ...known, username: to }) : people,
      typing: typing.map((name) => (name === from ? to : name)),
    };
  });
}

/** The names of now, by member id. */
export function renamePeople(names: ReadonlyMap<string, string>) {
  usePresence.setState(({ people }) => {
    const old = [...people.values()].filter((p) => (names.get(p.userId) ?? p.username) !== p.username);
    if (old.length === 0) return {};
    const next = new Map(people);
    for (const p of old) next.set(p.userId, { ...p, username: names.get(p.userId) ?? p.username });
    return { people: next };
  });
}

/**
 * The count after the connection was down. With fewer people than were known here
 * somebody has gone unseen: then only oneself is known to be here.
 */
export function recountRoom(roomCount: number, me: string) {
  const { people } = usePresence.getState();
  usePresence.setState({ roomCount });
  if (people.size <= roomCount) return;
  for (const userId of people.keys()) leftAt.set(userId, Date.now());
  usePresence.setState({ people: new Map([...people].filter(([userId]) => userId === me)) });
}

const backWithinMs = 60_000;
const leftAt = new Map<string, number>();

/**
 * Whether somebody who comes was here a moment ago. The nodes know that too, but
 * not one that was started anew; then a whole room would be announced.
 */
export function wasHereRecently(userId: string): boolean {
  const at = leftAt.get(userId);
  return usePresence.getState().people.has(userId) || (at !== undefined && Date.now() - at < backWithinMs);
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
