// Who is in the room: the list over HTTP beside the frames of the socket.
import { beforeEach, expect, it } from 'vitest';
import { listPeople, resetPresence, setRoomCount, usePresence } from './presence';

const ann = { userId: 'u-ann', username: 'ann', contributor: false };
const bob = { userId: 'u-bob', username: 'bob', contributor: false };

beforeEach(resetPresence);

// A node that has just started answers before it has heard of the others, and its answer
// came after the socket had announced two: the header said "1 online" from then on.
it('keeps the count of the socket over an older list', () => {
  setRoomCount(2);
  listPeople([ann], 1, null, true);
  expect(usePresence.getState().roomCount).toBe(2);
});

it('takes the count of the list while the socket sent none', () => {
  listPeople([ann, bob], 2, null, true);
  expect(usePresence.getState().roomCount).toBe(2);
});
