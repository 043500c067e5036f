import { expect, it } from 'vitest';
import { bodies, body } from '@/stores/roomlog/messages.fixture';
import { timeline } from './timeline';

const at = (seconds: number) => new Date(Date.UTC(2026, 10, 21, 12, 0, seconds)).toISOString();

it('groups within 240 s and not at 241 s (CHAT-8)', () => {
  const { rows } = timeline(
    [
      body({ seq: 1, created_at: at(0) }),
      body({ seq: 2, created_at: at(240) }),
      body({ seq: 3, created_at: at(481) }),
    ],
    null,
    new Set(),
  );
  expect(rows.map((r) => r.grouped)).toEqual([false, true, false]);
});

it('never groups two people, nor a member with the system (CHAT-12)', () => {
  const { rows } = timeline(
    [
      body({ seq: 1, created_at: at(0) }),
      body({ seq: 2, created_at: at(1), user_id: 'other' }),
      body({ seq: 3, created_at: at(2), user_id: 'other', username: 'System' }),
    ],
    null,
    new Set(),
  );
  expect(rows.map((r) => r.grouped)).toEqual([false, false, false]);
});

it('starts a day and the new line, which both break a group', () => {
  const { rows } = timeline(
    [
      body({ seq: 1, created_at: '2026-11-20T11:00:00Z' }),
      body({ seq: 2, created_at: '2026-11-21T12:00:00Z' }),
      body({ seq: 3, created_at: '2026-11-21T12:00:01Z' }),
    ],
    'm3',
    new Set(),
  );
  expect(rows.map((r) => r.nextDay)).toEqual([Date.parse('2026-11-21T12:00:00Z'), null, null]);
  expect(rows.map((r) => r.startsUnread)).toEqual([false, false, true]);
  expect(rows[2]?.grouped).toBe(false);
});

it('groups nothing across midnight, however close', () => {
  const { rows } = timeline(
    [
      body({ seq: 1, created_at: new Date(2026, 10, 21, 23, 59, 50).toISOString() }),
      body({ seq: 2, created_at: new Date(2026, 10, 22, 0, 0, 5).toISOString() }),
    ],
    null,
    new Set(),
  );
  expect(rows.map((r) => [r.grouped, r.nextDay !== null])).toEqual([
    [false, true],
    [false, false],
  ]);
});

// An older page used to take name and separator away from the row that had been
// the first, and everything below it jumped by their height.
it('changes nothing of a shown row when an older page comes above it', () => {
  const older = bodies(1, 50);
  const page = bodies(51, 100);
  const before = timeline(page, null, new Set(['m51']));
  const after = timeline([...older, ...page], null, new Set(['m51', 'm1']), before);
  expect(after.rows.slice(50)).toEqual(before.rows);
  expect(after.rows.slice(50).every((row, i) => before.rows[i] === row)).toBe(true);
});

// Every message that came had all rows made anew: 14 ms with 10,000 of them.
it('makes only the rows at the end anew when a message comes', () => {
  const none = new Set<string>();
  const page = bodies(1, 100);
  const before = timeline(page, null, none);
  const after = timeline([...page, body({ seq: 101 })], null, none, before);
  expect(after.rows).toEqual(timeline([...page, body({ seq: 101 })], null, none).rows);
  expect(after.rows.slice(0, 100).every((row, i) => before.rows[i] === row)).toBe(true);
});

it('makes the row anew whose message changed, wherever it stands', () => {
  const none = new Set<string>();
  const page = bodies(1, 100);
  const before = timeline(page, null, none);
  const changed = { ...body({ seq: 50 }), message: 'other' };
  const after = timeline(page.with(49, changed), null, none, before);
  expect(after.rows[49]?.message).toBe(changed);
  expect(after.rows.filter((row, i) => before.rows[i] !== row)).toHaveLength(1);
});
