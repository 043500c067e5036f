// Who is in the room, asked for beside what the socket tells.
import { beforeEach, expect, it } from 'vitest';
import { listPeople, resetPresence, setRoomCount, usePresence } from './presence';

const ann = { userId: 'u-ann', username: 'ann', contributor: false };
const bob = { userId: 'u-bob', username: 'bob', contributor: false };

beforeEach(resetPresence);

// A node that has just started answers before it has heard of the others, and its answer
// came after the socket had told of two: the header said "1 online" from then on.
it('keeps the count that the socket told against a list that is older', () => {
  setRoomCount(2);
  listPeople([ann], 1, null, true);
  expect(usePresence.getState().roomCount).toBe(2);
});

it('takes the count of the list while none was told', () => {
  listPeople([ann, bob], 2, null, true);
  expect(usePresence.getState().roomCount).toBe(2);
});
