// The service worker: starts the app without a connection and shows push
// notifications. It keeps the page and its hashed files, never what the API or
// /media answers.
const pages = 'pages-1';
const assets = 'assets-1';
const assetsAtMost = 200;
const page = '/index.html';

self.addEventListener('install', (event) => {
  event.waitUntil(keepPage().then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) {
        if (name !== pages && name !== assets) await caches.delete(name);
      }
      await self.clients.claim();
    })(),
  );
});

/** Keeps the page and what it loads first. */
async function keepPage() {
  const response = await fetch(page, { cache: 'no-cache' });
  if (!response.ok) return;
  const html = await response.clone().text();
  await (await caches.open(pages)).put(page, response);
  const kept = await caches.open(assets);
  const first = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => path);
  await Promise.all(first.map((path) => kept.add(path).catch(() => {})));
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== self.location.origin) return;
  if (url.pathname.startsWith('/assets/')) event.respondWith(asset(event, request));
  else if (request.mode === 'navigate' && isPage(url.pathname)) event.respondWith(open(event, request));
});

/** A path of the app's own router. */
const isPage = (path) => !/^\/(?:api|media|ws|dev)(?:\/|$)/.test(path) && !/\.\w+$/.test(path);

/** A hashed file never changes: the kept one, else the server's, which is kept. */
async function asset(event, request) {
  const cache = await caches.open(assets);
  const kept = await cache.match(request.url);
  if (kept) return kept;
  const response = await fetch(request);
  if (response.status === 200) {
    const copy = response.clone();
    event.waitUntil(cache.put(request.url, copy).then(() => prune(cache)));
  }
  return response;
}

/** Old builds' files go first. */
async function prune(cache) {
  const keys = await cache.keys();
  for (const key of keys.slice(0, Math.max(0, keys.length - assetsAtMost))) await cache.delete(key);
}

/** The server's page; the kept one only when no answer comes. */
async function open(event, request) {
  try {
    const response = await fetch(request);
    const html = response.headers.get('Content-Type')?.startsWith('text/html');
    if (response.status === 200 && html && !response.redirected) {
      const copy = response.clone();
      event.waitUntil(caches.open(pages).then((cache) => cache.put(page, copy)));
    }
    return response;
  } catch (error) {
    const kept = await (await caches.open(pages)).match(page);
    if (kept) return kept;
    throw error;
  }
}

self.addEventListener('push', (event) => {
  event.waitUntil(show(event.data));
});

async function show(data) {
  let told = {};
  try {
    told = data?.json() ?? {};
  } catch {
    // A push without words still has to be shown.
  }
  const toMember = Boolean(told.mention || told.reply);
  const body = told.body || 'There is something new.';
  // What was said to the member stays in sight when more is said in the room.
  const [before] = told.tag && !toMember ? await self.registration.getNotifications({ tag: told.tag }) : [];
  const kept = before?.data?.toMember;
  await self.registration.showNotification(told.title || 'Muster', {
    body: kept ? `${kept}\n${body}` : body,
    tag: told.tag,
    renotify: Boolean(told.tag && toMember),
    icon: '/icon-192.png',
    badge: '/badge-96.png',
    data: { path: kept ? before.data.path : pathOf(told), toMember: toMember ? body : kept },
  });
  const shown = await self.registration.getNotifications();
  await navigator.setAppBadge?.(shown.length);
}

/** The room at the message. */
function pathOf({ roomId, messageId }) {
  if (typeof roomId !== 'string') return '/chat';
  const at = typeof messageId === 'string' ? `?message=${encodeURIComponent(messageId)}` : '';
  return `/chat/${encodeURIComponent(roomId)}${at}`;
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(goTo(event.notification.data?.path ?? '/chat'));
});

/** Shows a path in a window that is open, else in a new one. */
async function goTo(path) {
  await navigator.clearAppBadge?.();
  const windows = await self.clients.matchAll({ type: 'window' });
  const one = windows.find((each) => each.focused) ?? windows[0];
  if (!one) return self.clients.openWindow(path);
  one.postMessage({ type: 'open', path });
  return one.focus();
}
