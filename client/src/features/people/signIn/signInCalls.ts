// Asking for a login code.
import { api } from '@/net/api';
import type { Identifier } from '@/rules/people/identifier';
import type { MessageReply, SendVerification } from '@/wire/bodies.gen';

/** Asks for a login code. 429 while the last one is younger than 60 s. */
export function sendCode(identifier: Identifier) {
  const body: SendVerification = identifier;
  return api.post<MessageReply>('/auth/send-verification', body);
}
