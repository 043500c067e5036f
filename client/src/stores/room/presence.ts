// Who is here: counts, people seen in the room, who is typing, and the queue of
// join notices.
import { createMemberStore } from '@/stores/session/memberStore';
import { useSession } from '@/stores/session/session';
import type { PersonRole } from '@/wire/bodies.gen';

export interface Person {
  userId: string;
  username: string;
  contributor: boolean;
  /** Unknown until the people of the room were requested. */
  role?: PersonRole;
}

export interface Arrival {
  key: number;
  username: string;
  contributor: boolean;
}

export interface PresenceState {
  /** People in the room; null until the server has sent the count. */
  roomCount: number | null;
  /** People in the whole chat. */
  chatCount: number | null;
  /**
   * People known to be in the room, by id, the one seen last at the end. The server
   * counts everybody; in a large room it names only some who come and go.
   */
  people: ReadonlyMap<string, Person>;
  /** The cursor of the next page of people; null after the last. */
  morePeople: string | null;
  /** Roles of everybody who was here since the room was opened, by id. */
  roles: ReadonlyMap<string, PersonRole>;
  /** When people left, by id. */
  leftAt: ReadonlyMap<string, number>;
  typing: readonly string[];
  /** Join notices that wait; the first is the one on screen. */
  arrivals: readonly Arrival[];
}

const arrivalsAtMost = 20;

/** Above so many people the server names only some of those who come and go. */
export const largeRoom = 100;

export const usePresence = createMemberStore<PresenceState>(
  () => ({
    roomCount: null,
    chatCount: null,
    people: new Map(),
    morePeople: null,
    roles: new Map(),
    leftAt: new Map(),
    typing: [],
    arrivals: [],
  }),
  resetPresence,
);

export function resetPresence() {
  listed = 0;
  usePresence.setState(usePresence.getInitialState(), true);
}

/** Another room is on screen: its people, typing and notices start anew. */
export function clearRoomPresence() {
  listed = 0;
  usePresence.setState(({ chatCount }) => ({ ...usePresence.getInitialState(), chatCount }), true);
}

/** The connection is down: who types is unknown, the last counts stay. */
export function clearTyping() {
  usePresence.setState({ typing: [] });
}

export function setRoomCount(roomCount: number) {
  usePresence.setState(({ people }) => ({ roomCount, people: latest(people, roomCount) }));
}

// How many people the server has listed: so many names are retained, also in a large room.
let listed = 0;

// When fewer people are here than are known, or too many for the server to name each, those
// not seen for longest may have left without a frame.
function latest(people: ReadonlyMap<string, Person>, roomCount: number): ReadonlyMap<string, Person> {
  const most = Math.min(roomCount, Math.max(largeRoom, listed));
  if (people.size <= most) return people;
  const next = new Map([...people].slice(people.size - most));
  const me = people.get(useSession.getState().user?.id ?? '');
  return me ? next.set(me.userId, me) : next;
}

export function setChatCount(chatCount: number) {
  usePresence.setState({ chatCount });
}

/** Somebody is known to be in the room: came, wrote or is oneself. */
export function addPerson(person: Person) {
  const { people, roles, roomCount } = usePresence.getState();
  const known = people.get(person.userId);
  const contributor = person.contributor || known?.contributor === true;
  if (known?.username === person.username && known.contributor === contributor) return;
  const role = person.role ?? roles.get(person.userId);
  const next = new Map(people).set(person.userId, { ...person, contributor, ...(role ? { role } : {}) });
  usePresence.setState({ people: roomCount === null ? next : latest(next, roomCount) });
}

/**
 * Adds a page of the people in the room; the first page replaces what was known. A count
 * from the socket wins: the list may come from a node that knows less.
 */
export function listPeople(page: readonly Person[], total: number, more: string | null, first: boolean) {
  usePresence.setState(({ people, roles, roomCount }) => {
    const next = new Map(first ? [] : people);
    const nextRoles = new Map(roles);
    for (const person of page) {
      next.set(person.userId, person);
      if (person.role) nextRoles.set(person.userId, person.role);
    }
    const me = people.get(useSession.getState().user?.id ?? '');
    if (me && !next.has(me.userId)) next.set(me.userId, me);
    listed = next.size;
    return {
      people: next,
      roles: nextRoles,
      roomCount: roomCount ?? Math.max(total, next.size),
      morePeople: more,
    };
  });
}

/** Sets whether somebody has contributed lately. */
export function setContributor(userId: string, contributor: boolean) {
  usePresence.setState(({ people }) => {
    const known = people.get(userId);
    return known && known.contributor !== contributor
      ? { people: new Map(people).set(userId, { ...known, contributor }) }
      : {};
  });
}

/** Somebody left the room. */
export function removePerson(userId: string) {
  usePresence.setState(({ people, typing, leftAt }) => {
    const next = new Map(people);
    const gone = next.get(userId);
    next.delete(userId);
    return {
      people: next,
      leftAt: withLeft(leftAt, [userId]),
      typing: without(typing, gone?.username),
    };
  });
}

// Drops entries older than the window.
function withLeft(leftAt: ReadonlyMap<string, number>, userIds: Iterable<string>) {
  const now = Date.now();
  const next = new Map([...leftAt].filter(([, at]) => now - at < backWithinMs));
  for (const userId of userIds) next.set(userId, now);
  return next;
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

/** Applies current names, by member id. */
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
 * Sets the count after the connection was down. With fewer people than were known somebody
 * has left without a frame: then only the member is known to be here.
 */
export function recountRoom(roomCount: number, me: string) {
  const { people, leftAt } = usePresence.getState();
  if (people.size <= roomCount) {
    usePresence.setState({ roomCount });
    return;
  }
  usePresence.setState({
    roomCount,
    leftAt: withLeft(leftAt, people.keys()),
    people: new Map([...people].filter(([userId]) => userId === me)),
  });
}

const backWithinMs = 60_000;

/**
 * Whether somebody who comes was here a moment ago. The nodes check that too, but a node
 * that was restarted would announce a whole room.
 */
export function wasHereRecently(userId: string): boolean {
  const { people, leftAt } = usePresence.getState();
  const at = leftAt.get(userId);
  return people.has(userId) || (at !== undefined && Date.now() - at < backWithinMs);
}

/** Replaces the list of who else types. */
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

/** Queues a join notice; beyond 20 waiting notices new ones are dropped. */
export function queueArrival(username: string, contributor: boolean) {
  usePresence.setState(({ arrivals }) =>
    arrivals.length >= arrivalsAtMost
      ? {}
      : { arrivals: [...arrivals, { key: ++lastKey, username, contributor }] },
  );
}

/** Removes the notice that was on screen for 3 s. */
export function arrivalShown(key: number) {
  usePresence.setState(({ arrivals }) => ({ arrivals: arrivals.filter((a) => a.key !== key) }));
}

function without(names: readonly string[], name: string | undefined) {
  return names.filter((other) => other !== name);
}
