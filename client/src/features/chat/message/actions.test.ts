import { expect, it } from 'vitest';
import { body } from '@/stores/roomlog/messages.fixture';
import { canCopy } from './actions';

it.each([
  ['text', true],
  ['gif', true],
  ['image', false],
  ['video', false],
  ['voice', false],
] as const)('copies %s: %s, since the link to an upload opens for one member only', (message_type, want) => {
  expect(canCopy(body({ seq: 1, message_type }))).toBe(want);
});
