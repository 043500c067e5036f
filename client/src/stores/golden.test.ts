// The golden frames are shared with the server's tests: what Go encodes, this
// client reads, field by field.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it, vi } from 'vitest';
import { api } from '@/net/api';
import { parseFrame } from '@/net/socket';
import { openRoom, useChat } from './chat';
import { body } from './chat.fixture';
import { applyFrame } from './live';

const golden = (way: 'in' | 'out') => {
  const folder = join(import.meta.dirname, '../../../actors/wire/testdata', way);
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => [name, readFileSync(join(folder, name), 'utf8').trim()] as const);
};

const incoming = [
  'join_chat',
  'join_room',
  'leave_room',
  'send_message',
  'typing_start',
  'typing_stop',
  'add_reaction',
  'remove_reaction',
  'delete_message',
];

beforeEach(() => {
  vi.spyOn(api, 'get').mockReturnValue(new Promise(() => {}));
});

it.each(golden('out'))('applies the server frame %s', (name, text) => {
  const frame = parseFrame(text);
  if (!frame) throw new Error(`${name} is no frame`);
  expect(name.split('.')[0]).toBe(frame.type);
  if ('roomId' in frame) openRoom(frame.roomId);
  applyFrame(frame);
  if (frame.type === 'message') {
    const { type: _, ...message } = frame;
    expect(useChat.getState().messages).toEqual([message]);
    expect(Object.keys(body({ seq: 1 })).filter((field) => !(field in message))).toEqual([]);
  }
  if (frame.type === 'message_history') {
    expect(useChat.getState().messages).toHaveLength(frame.messages.length);
  }
});

it.each(golden('in'))('knows the client frame %s', (name, text) => {
  const { type }: { type: string } = JSON.parse(text);
  expect(incoming).toContain(type);
  expect(name.split('.')[0]).toBe(type);
});
