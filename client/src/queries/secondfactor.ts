// The member's second factors, and what changes or proves them.
import { queryOptions } from '@tanstack/react-query';
import { api } from '@/net/api';
import { ApiError } from '@/net/reply';
import { orGone } from '@/queries/lostAnswer';
import type {
  AppBegun,
  NewPasskey,
  OK,
  PasskeyAnswer,
  PasskeyAsked,
  SecondFactorAdded,
  SecondFactorCode,
  SecondFactors,
} from '@/wire/bodies.gen';

const path = '/profile/second-factor';

export const secondFactorsQuery = queryOptions({
  queryKey: ['me', 'second-factors'],
  queryFn: ({ signal }) => api.get<SecondFactors>(path, { signal }),
  staleTime: 0,
});

export const proveCode = (code: string) => api.post<OK>(`${path}/prove`, { code } satisfies SecondFactorCode);
export const beginApp = () => api.post<AppBegun>(`${path}/app`);
/**
 * Has the app count, and answers with the recovery codes that come with a first factor. When the
 * answer with those was lost, it counts already, and they are made anew.
 */
export async function confirmApp(code: string, first: boolean) {
  try {
    const added = await api.post<SecondFactorAdded>(`${path}/app/confirm`, {
      code,
    } satisfies SecondFactorCode);
    return added.codes;
  } catch (failure) {
    if (!(failure instanceof ApiError && failure.code === 'factor_not_begun')) throw failure;
    const { factors } = await api.get<SecondFactors>(path);
    if (!factors.some(({ kind }) => kind === 'totp')) throw failure;
    return first ? renewRecoveryCodes() : [];
  }
}
export const renewRecoveryCodes = async () =>
  (await api.post<SecondFactorAdded>(`${path}/recovery-codes`)).codes;
export const removeFactor = (id: string) =>
  orGone(api.delete<OK>(`${path}/factors/${encodeURIComponent(id)}`));

/** What the browser is asked for a new passkey. */
export const beginPasskey = async () => (await api.post<PasskeyAsked>(`${path}/passkey`)).options;
/**
 * Keeps a new passkey, and answers with the recovery codes that come with a first factor. When the
 * answer with those was lost, this is another factor, and they are made anew.
 */
export async function confirmPasskey(made: NewPasskey, first: boolean) {
  const { codes } = await api.post<SecondFactorAdded>(`${path}/passkey/confirm`, made);
  return first && codes.length === 0 ? renewRecoveryCodes() : codes;
}

/** What the browser is asked for a passkey of the member's. */
export const askPasskey = async () => (await api.post<PasskeyAsked>(`${path}/prove-passkey`)).options;
export const provePasskey = (answer: string) =>
  api.post<OK>(`${path}/prove-passkey/confirm`, { answer } satisfies PasskeyAnswer);
