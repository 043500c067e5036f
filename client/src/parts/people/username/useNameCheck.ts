// Asks whether a name can be taken, 500 ms after the last key, and never
// believes an answer to an older question.

import { texts } from 'texts:people/username';
import { useQuery } from '@tanstack/react-query';
import { api, messageOf } from '@/net/api';
import { usernameFault } from '@/rules/people/username';
import { useDebounced } from '@/ui/useDebounced';
import type { UsernameCheck } from '@/wire/bodies.gen';

export const checkPauseMs = 500;

export interface NameCheck {
  /** free: the server says this very name can be taken. */
  state: 'idle' | 'asking' | 'free' | 'taken';
  /** What is wrong with the name, in words. */
  fault: string | null;
}

export function useNameCheck(name: string): NameCheck {
  const paused = useDebounced(name, checkPauseMs);
  const fault = name === '' ? null : usernameFault(name);
  const askable = name !== '' && fault === null;
  const { data, error } = useQuery({
    queryKey: ['username', 'check', name],
    queryFn: ({ signal }) =>
      api.get<UsernameCheck>(`/chat/check-username/${encodeURIComponent(name)}`, { signal }),
    enabled: askable && paused === name,
    retry: false,
    staleTime: 0,
    gcTime: 0,
  });

  // Under three letters nothing is asked; a fault is shown only where typing on
  // cannot correct it.
  if (!askable) return { state: 'idle', fault };
  if (error) return { state: 'taken', fault: messageOf(error, texts.usernameFailed) };
  if (!data) return { state: 'asking', fault: null };
  if (data.available) return { state: 'free', fault: null };
  return { state: 'taken', fault: data.reason };
}
