// The idempotency key of a call that makes something: a second press after an answer that was
// lost is the same call, and makes nothing twice.
import { useRef } from 'react';
import { ApiError } from '@/net/api';
import { newId } from '@/net/newId';
import { serverNow } from '@/net/serverClock';

/** An attempt: what is asked, as JSON, '' for none; its key; and when it began. */
const none = { of: '', key: '', beganAt: 0 };

type Attempt = typeof none;

/** Where an attempt outlasts its screen. */
interface Stored {
  read: () => Attempt;
  write: (attempt: Attempt) => void;
}

/**
 * The call that is made of what was asked, with the key of its attempt and when that began, in
 * ms of the server's clock. An attempt is over when it was answered, or another thing is asked;
 * a refusal does not end it: it may be of the second press alone. It lasts as long as the
 * screen, or is `stored`.
 */
export function useAttempt<Asked, Reply>(
  call: (asked: Asked, key: string, beganAt: number) => Promise<Reply>,
  stored?: Stored,
): (asked: Asked) => Promise<Reply> {
  const here = useRef(none);
  const onScreen: Stored = {
    read: () => here.current,
    write: (attempt) => {
      here.current = attempt;
    },
  };
  const { read, write } = stored ?? onScreen;
  return async (asked) => {
    const of = JSON.stringify(asked);
    if (read().of !== of) write({ of, key: newId(), beganAt: serverNow() });
    const { key, beganAt } = read();
    try {
      const reply = await call(asked, key, beganAt);
      write(none);
      return reply;
    } catch (error) {
      // What it made was changed or deleted since.
      if (error instanceof ApiError && error.code === 'idempotency_key_used') write(none);
      throw error;
    }
  };
}
