import { expect, it } from 'vitest';
import type { Pending } from '@/stores/room/outgoing';
import { body } from '@/stores/roomlog/messages.fixture';
import { createItems } from './listItems';

const none = { unreadFrom: null, pageStarts: new Set<string>() };
const pending = (clientMsgId: string): Pending => ({
  clientMsgId,
  kind: 'text',
  content: 'x',
  replyTo: null,
  createdAt: 0,
  state: 'sent',
  reason: '',
});

// A member who copied the id of another's send gave two rows one key: rows
// doubled or were lost for everybody.
it("gives every row a key of its own, whatever send ids others' messages carry (CHAT-7)", () => {
  const items = createItems('u-me');
  const messages = [
    body({ seq: 1, user_id: 'u-me', clientMsgId: 'c1' }),
    body({ seq: 2, user_id: 'u-eve', clientMsgId: 'c1' }),
    body({ seq: 3, user_id: 'u-eve', clientMsgId: 'c1' }),
  ];
  const keys = items({ messages, ...none }, []).map((item) => item.key);
  expect(keys).toEqual(['c1', 'm2', 'm3']);
});

it('hides a pending send by its own message only', () => {
  const items = createItems('u-me');
  const eve = body({ seq: 1, user_id: 'u-eve', clientMsgId: 'c1' });
  expect(items({ messages: [eve], ...none }, [pending('c1')])).toHaveLength(2);
  const own = body({ seq: 2, user_id: 'u-me', clientMsgId: 'c1' });
  expect(items({ messages: [eve, own], ...none }, [pending('c1')])).toHaveLength(2);
});

it('keeps the entries that did not change', () => {
  const items = createItems('u-me');
  const messages = [body({ seq: 1 }), body({ seq: 2, user_id: 'u-bob' })];
  const before = items({ messages, ...none }, []);
  const after = items({ messages: [...messages, body({ seq: 3 })], ...none }, []);
  expect(after[0]).toBe(before[0]);
  expect(after[1]).toBe(before[1]);
  expect(after).toHaveLength(3);
});
