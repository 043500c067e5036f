// Push notifications as this browser has them.
import { workerPath } from './worker';

/** Why this browser cannot, or how it stands. */
export type PushSupport = 'possible' | 'denied' | 'install-first' | 'unsupported';

/** Whether this browser can be notified. */
export function pushSupport(): PushSupport {
  if ('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)
    return Notification.permission === 'denied' ? 'denied' : 'possible';
  // Apple's phones have push only for apps on the home screen.
  return /iphone|ipad|ipod/i.test(navigator.userAgent) ? 'install-first' : 'unsupported';
}

/** This browser's subscription, if it has one. */
export async function currentSubscription(): Promise<PushSubscription | null> {
  if (pushSupport() !== 'possible') return null;
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/**
 * Asks the person for permission and subscribes; null when it is refused. Call it
 * only when the person asked for notifications.
 */
export async function subscribeToPush(publicKey: string): Promise<PushSubscription | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null;
  await navigator.serviceWorker.register(workerPath);
  const registration = await navigator.serviceWorker.ready;
  const before = await registration.pushManager.getSubscription();
  if (before && !sameKey(before, publicKey)) await before.unsubscribe();
  return registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: bytesOf(publicKey),
  });
}

/** Whether a subscription was made with this key of the server. */
export function sameKey(subscription: PushSubscription, publicKey: string): boolean {
  const key = subscription.options.applicationServerKey;
  const expected = bytesOf(publicKey);
  if (!key || key.byteLength !== expected.length) return false;
  return new Uint8Array(key).every((byte, at) => byte === expected[at]);
}

/** Ends this browser's subscription and takes its notifications away. */
export async function endSubscription(): Promise<string | null> {
  const subscription = await currentSubscription();
  if (!subscription) return null;
  await subscription.unsubscribe();
  const registration = await navigator.serviceWorker.getRegistration();
  for (const shown of (await registration?.getNotifications()) ?? []) shown.close();
  await navigator.clearAppBadge?.();
  return subscription.endpoint;
}

/** Closes the notifications whose tag is read; the app's icon counts what is left. */
export async function closeNotifications(isRead: (tag: string) => boolean): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const registration = await navigator.serviceWorker.getRegistration();
  const shown = (await registration?.getNotifications?.()) ?? [];
  const read = shown.filter(({ tag }) => isRead(tag));
  for (const notification of read) notification.close();
  const left = shown.length - read.length;
  if (left > 0) await navigator.setAppBadge?.(left);
  else await navigator.clearAppBadge?.();
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replace(/-/g, '+').replace(/_/g, '/'));
  return Uint8Array.from(text, (char) => char.charCodeAt(0));
}
