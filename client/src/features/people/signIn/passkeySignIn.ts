// Signing in with a passkey. Fetched when it is asked for.
import { api } from '@/net/api';
import { signWithPasskey, wasDeclined } from '@/net/passkey';
import type { PasskeyAnswer, PasskeyAsked, Verified } from '@/wire/bodies.gen';
import { resolveSignIn } from './signIn';

/** Signs in and says where to go; null when the person or the reply did not go on. */
export async function signInWithPasskey(): Promise<string | null> {
  const { options } = await api.post<PasskeyAsked>('/auth/passkey');
  let answer: string;
  try {
    answer = await signWithPasskey(options);
  } catch (failure) {
    if (wasDeclined(failure)) return null;
    throw failure;
  }
  return resolveSignIn(await api.post<Verified>('/auth/passkey/verify', { answer } satisfies PasskeyAnswer));
}
