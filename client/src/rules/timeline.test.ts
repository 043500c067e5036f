import { expect, it } from 'vitest';
import { body } from '@/stores/chat.fixture';
import { timeline } from './timeline';

const at = (seconds: number) => new Date(Date.UTC(2026, 10, 21, 12, 0, seconds)).toISOString();

it('groups within 240 s and not at 241 s (CHAT-8)', () => {
  const rows = timeline(
    [
      body({ seq: 1, created_at: at(0) }),
      body({ seq: 2, created_at: at(240) }),
      body({ seq: 3, created_at: at(481) }),
    ],
    null,
  );
  expect(rows.map((r) => r.grouped)).toEqual([false, true, false]);
  expect(rows.map((r) => r.continued)).toEqual([true, false, false]);
});

it('never groups two people, nor a member with the system (CHAT-12)', () => {
  const rows = timeline(
    [
      body({ seq: 1, created_at: at(0) }),
      body({ seq: 2, created_at: at(1), user_id: 'other' }),
      body({ seq: 3, created_at: at(2), user_id: 'other', username: 'System' }),
    ],
    null,
  );
  expect(rows.map((r) => r.grouped)).toEqual([false, false, false]);
});

it('starts a day and the new line, which both break a group', () => {
  const rows = timeline(
    [
      body({ seq: 1, created_at: '2026-11-20T11:00:00Z' }),
      body({ seq: 2, created_at: '2026-11-21T12:00:00Z' }),
      body({ seq: 3, created_at: '2026-11-21T12:00:01Z' }),
    ],
    'm3',
  );
  expect(rows.map((r) => r.startsDay)).toEqual([true, true, false]);
  expect(rows.map((r) => r.startsNew)).toEqual([false, false, true]);
  expect(rows[2]?.grouped).toBe(false);
});
