// Push notifications: the server's key, this browser's subscription, and the caller's settings.
import { queryOptions } from '@tanstack/react-query';
import { api } from '@/net/api';
import { currentSubscription, endSubscription, sameKey, subscribeToPush } from '@/net/push';
import { useSession } from '@/stores/session/session';
import type { PushKey, PushSettings, PushSettingsReply, Subscribe, Unsubscribe } from '@/wire/bodies.gen';

/** The server's key; null while push is off there. */
export const pushKeyQuery = queryOptions({
  queryKey: ['push', 'key'],
  queryFn: async ({ signal }) => (await api.get<PushKey>('/push/key', { signal })).publicKey,
});

/** Whether this browser is subscribed. */
export const deviceQuery = queryOptions({
  queryKey: ['push', 'device'],
  queryFn: async () => (await currentSubscription()) !== null,
  staleTime: 0,
});

export const pushSettingsQuery = queryOptions({
  queryKey: ['push', 'settings'],
  queryFn: async ({ signal }): Promise<PushSettings> => {
    const { quietFrom, quietTo, timeZone, preview } = await api.get<PushSettingsReply>('/push/settings', {
      signal,
    });
    return { quietFrom, quietTo, timeZone, preview };
  },
  staleTime: 0,
});

/** Registers this browser with the server; false when the person refused. */
export async function turnPushOn(publicKey: string): Promise<boolean> {
  const subscription = await subscribeToPush(publicKey);
  if (!subscription) return false;
  try {
    await register(subscription);
  } catch (error) {
    await endSubscription();
    throw error;
  }
  return true;
}

export async function turnPushOff(): Promise<void> {
  const endpoint = await endSubscription();
  if (endpoint) await api.delete('/push/subscriptions', { body: { endpoint } satisfies Unsubscribe });
}

function register(subscription: PushSubscription) {
  const { p256dh = '', auth = '' } = subscription.toJSON().keys ?? {};
  return api.post('/push/subscriptions', {
    endpoint: subscription.endpoint,
    keys: { p256dh, auth },
  } satisfies Subscribe);
}

/** Registers a subscribed browser again: the session or the key may be another. */
export async function renewPush(): Promise<void> {
  const subscription = await currentSubscription();
  if (!subscription) return;
  const { publicKey } = await api.get<PushKey>('/push/key');
  if (publicKey === null) return;
  if (sameKey(subscription, publicKey)) await register(subscription);
  else await turnPushOn(publicKey);
}

/**
 * A session has ended: whoever signs in next on this device receives nothing of the member
 * before. A tab that slept through a sign-out finds the subscription of a newer session:
 * that one stays.
 */
export function endPush() {
  const { token } = useSession.getState();
  const done = token === null ? endSubscription() : renewPush();
  void done.catch(() => {});
}
