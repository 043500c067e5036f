// The idempotency key of a call that makes something: a second press after an answer that was
// lost is the same call, and makes nothing twice.
import { useRef } from 'react';
import { ApiError } from '@/net/api';
import { newId } from '@/net/newId';
import { serverNow } from '@/net/serverClock';

const none = { of: '', key: '', beganAt: 0 };

/**
 * The call that is made of what was asked, with the key of its attempt and when that began, in
 * ms of the server's clock. An attempt is over when it was answered, or another thing is asked;
 * a refusal does not end it: it may be of the second press alone.
 */
export function useAttempt<Asked, Reply>(
  call: (asked: Asked, key: string, beganAt: number) => Promise<Reply>,
): (asked: Asked) => Promise<Reply> {
  const attempt = useRef(none);
  return async (asked) => {
    const of = JSON.stringify(asked);
    if (attempt.current.of !== of) attempt.current = { of, key: newId(), beganAt: serverNow() };
    try {
      const reply = await call(asked, attempt.current.key, attempt.current.beganAt);
      attempt.current = none;
      return reply;
    } catch (error) {
      // What it made was changed or deleted since.
      if (error instanceof ApiError && error.code === 'idempotency_key_used') attempt.current = none;
      throw error;
    }
  };
}
