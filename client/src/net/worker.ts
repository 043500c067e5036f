// The service worker (public/sw.js). Apart from push.ts, because every page starts it.
import { languageTag } from '@/languages/texts';
import { ownBuild } from './build';

export const workerPath = '/sw.js';

/** Starts the service worker; without one the app works as a page. */
export async function startWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  try {
    await navigator.serviceWorker.register(workerPath);
  } catch {
    // Refused by the browser's settings.
  }
}

/** Has the service worker cache the whole build, in the language in use, for a start without a connection. */
export async function cacheBuild(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage({ type: 'cache-build', build: ownBuild(), language: languageTag() });
}

/** Calls back with the path of a notification that was clicked. */
export function onOpenFromWorker(open: (path: string) => void) {
  if (!('serviceWorker' in navigator)) return;
  navigator.serviceWorker.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const { type, path } = (data ?? {}) as { type?: unknown; path?: unknown };
    if (type === 'open' && typeof path === 'string' && path.startsWith('/')) open(path);
  });
}
