// Asks whether a name can be taken, 500 ms after the last key, and never
// believes an answer to an older question.
import { useEffect, useState } from 'react';
import { api, messageOf } from '@/net/api';
import { usernameFailed, usernameFault } from '@/rules/username';
import type { UsernameCheck } from '@/wire/bodies.gen';

export const checkPauseMs = 500;

export interface NameCheck {
  /** free: the server says this very name can be taken. */
  state: 'idle' | 'asking' | 'free' | 'taken';
  /** What is wrong with the name, in words. */
  fault: string | null;
}

export function useNameCheck(name: string): NameCheck {
  const [answer, setAnswer] = useState<{ name: string; available: boolean; reason: string } | null>(null);
  const fault = name === '' ? null : usernameFault(name);
  const askable = name !== '' && fault === null;

  useEffect(() => {
    if (!askable) return;
    const abort = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const path = `/chat/check-username/${encodeURIComponent(name)}`;
        const { available, reason } = await api.get<UsernameCheck>(path, { signal: abort.signal });
        if (!abort.signal.aborted) setAnswer({ name, available, reason });
      } catch (error) {
        if (!abort.signal.aborted)
          setAnswer({ name, available: false, reason: messageOf(error, usernameFailed) });
      }
    }, checkPauseMs);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [name, askable]);

  // Under three letters nothing is asked; the fault is told only for what
  // cannot become right by typing on.
  if (!askable) return { state: 'idle', fault };
  if (answer?.name !== name) return { state: 'asking', fault: null };
  if (answer.available) return { state: 'free', fault: null };
  return { state: 'taken', fault: answer.reason || 'Username is already taken' };
}
