// The frames this client sends carry the fields of the golden ones, which the
// server's tests decode.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { deleteForAll, toggleReaction } from '@/features/chat/message/actions';
import { FakeSocket } from '@/net/socket.fixture';
import { startEdit, submitEdit } from '@/stores/room/editing';
import { enqueue } from '@/stores/room/outgoing';
import { useRoomLog } from '@/stores/roomlog/roomLog';
import type { Incoming } from '@/wire/frames.gen';
import { comeIn, playRoom, sent } from './frames.fixture';
import { enterRoom } from './roomSession';

playRoom();

const folder = join(import.meta.dirname, '../../../../actors/wire/testdata/in');
const fieldsOf = (name: string) =>
  Object.keys(JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')));

function firstMessage() {
  const [message] = useRoomLog.getState().messages;
  if (!message) throw new Error('no message');
  return message;
}

function editFirst() {
  startEdit(firstMessage());
  submitEdit('general', 'Hej');
}

const target = { id: 'm1', userId: 'u-ann', username: 'ann', text: 'text 1' };
const acts: [string, Incoming['type'], () => void][] = [
  ['send_message', 'send_message', () => enqueue('text', 'hello', null)],
  ['send_message.reply', 'send_message', () => enqueue('text', 'agreed', target)],
  ['add_reaction', 'add_reaction', () => toggleReaction(firstMessage(), '🔥', 'u-me')],
  ['delete_message', 'delete_message', () => deleteForAll(firstMessage())],
  ['edit_message', 'edit_message', editFirst],
  ['leave_room', 'leave_room', () => enterRoom('side')],
];

it.each(acts)('sends %s with its fields and no other', (name, type, act) => {
  comeIn();
  act();
  expect(Object.keys(sent(type)[0] ?? {}).sort()).toEqual(fieldsOf(name).sort());
});

it('joins with the fields of join_chat, also when it resumes', () => {
  comeIn();
  expect(fieldsOf('join_chat.resume')).toEqual(
    expect.arrayContaining(Object.keys(FakeSocket.last.sent[0] ?? {})),
  );
});
