// The service worker: starts the app without a connection and shows push
// notifications. It caches whole builds, the page with all its hashed files, and never
// what the API or /media answers. Files that few pages need (fonts of other scripts) are
// cached when they are first fetched.
const pages = 'pages-2'; // the page, each build's list of files, and the build of each tab
const assets = 'assets-2'; // the files of those builds
const page = '/index.html';
const list = '/build.json';
const optionalFolder = '/assets/optional/';
const buildHeader = 'X-Muster-Build';
const networkMs = 3_000; // a navigation waits no longer when the page is cached
const fetchesAtOnce = 4; // beside what the page itself loads
const languageKey = '/language'; // what the page speaks
/** What is said of a push without words, by language. */
const news = { en: 'There is something new.', de: 'Es gibt etwas Neues.', es: 'Hay algo nuevo.' };

self.addEventListener('install', (event) => {
  event.waitUntil(self.skipWaiting());
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

const listOf = (build) => `/builds/${build}`;
const tabOf = (id) => `/tabs/${id}`;

// One at a time, so that none removes what another is fetching.
let caching = Promise.resolve();

self.addEventListener('message', (event) => {
  const { type, build, language } = event.data ?? {};
  if (type !== 'cache-build' || typeof build !== 'string' || build === '') return;
  caching = caching
    .then(() => cacheBuild(event.source?.id, build, language))
    .catch(() => {
      // No connection, or no room: the build that was cached before stays.
    });
  event.waitUntil(caching);
});

/** A tab of a build has settled: caches the build that the server has, and removes what no tab needs. */
async function cacheBuild(tab, build, language) {
  const cache = await caches.open(pages);
  if (tab) await cache.put(tabOf(tab), new Response(build));
  if (language) await cache.put(languageKey, new Response(language));
  try {
    await cacheServedBuild(cache, language);
  } finally {
    await prune(cache);
  }
}

/**
 * Caches every file of the build that the server has, with the members' texts in the
 * language in use, and the page last, so that a cached page is whole.
 */
async function cacheServedBuild(cache, language) {
  const answer = await fetch(list, { cache: 'no-cache' });
  if (!answer.ok) return;
  const { build, files, optional = [] } = await answer.clone().json();
  const texts = optional.filter((path) => path.includes(`/${language}-`) && isMembersText(path));
  if ((await cachedBuild(cache)) === build) return store(texts);
  const html = await fetch(page, { cache: 'no-cache' });
  // While a cluster is renewed, its nodes answer with different builds.
  if (!html.ok || html.headers.get(buildHeader) !== build) return;
  await cache.put(listOf(build), answer);
  await store([...files, ...texts]);
  await cache.put(page, html);
}

/** Of administrators' texts only those are cached that were fetched. */
const isMembersText = (path) => path.startsWith(`${optionalFolder}texts-`) && !/-admin[^/]*$/.test(path);

/** Caches the files that are not cached yet. */
async function store(files) {
  const stored = await caches.open(assets);
  const missing = [...files];
  const fetchMissing = async () => {
    for (let path = missing.pop(); path !== undefined; path = missing.pop()) {
      if (!(await stored.match(path))) await stored.add(path);
    }
  };
  await Promise.all(Array.from({ length: fetchesAtOnce }, fetchMissing));
}

const cachedBuild = async (cache) => (await cache.match(page))?.headers.get(buildHeader);

/** Leaves the files of the cached page's build and of the builds of open tabs, and no others. */
async function prune(cache) {
  const open = new Set();
  for (const { id } of await self.clients.matchAll({ includeUncontrolled: true })) open.add(tabOf(id));
  const used = new Set([listOf(await cachedBuild(cache))]);
  const keys = await cache.keys();
  for (const key of keys.filter(({ url }) => pathOf(url).startsWith('/tabs/'))) {
    if (!open.has(pathOf(key.url))) await cache.delete(key);
    else used.add(listOf(await (await cache.match(key)).text()));
  }
  const files = new Set();
  for (const key of keys.filter(({ url }) => pathOf(url).startsWith('/builds/'))) {
    if (!used.has(pathOf(key.url))) await cache.delete(key);
    else for (const path of everyFile(await (await cache.match(key)).json())) files.add(path);
  }
  const stored = await caches.open(assets);
  for (const key of await stored.keys()) if (!files.has(pathOf(key.url))) await stored.delete(key);
}

/** A build of a server before this one lists no optional files. */
const everyFile = ({ files, optional = [] }) => [...files, ...optional];

const pathOf = (url) => new URL(url).pathname;

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== self.location.origin) return;
  if (url.pathname.startsWith('/assets/')) {
    event.respondWith(asset(event, url.pathname.startsWith(optionalFolder)));
  } else if (request.mode === 'navigate' && isPage(url.pathname)) event.respondWith(open(request));
});

/** A path of the app's own router. */
const isPage = (path) => !/^\/(?:api|media|ws|dev)(?:\/|$)/.test(path) && !/\.\w+$/.test(path);

/** A hashed file never changes: the cached one, else the server's. */
async function asset(event, isOptional) {
  const { url } = event.request;
  const stored = await caches.open(assets);
  const cached = await stored.match(url);
  if (cached) return cached;
  const answer = await fetch(event.request);
  // Where there is no room for it, it is fetched again the next time.
  if (isOptional && answer.ok) event.waitUntil(stored.put(url, answer.clone()).catch(() => {}));
  return answer;
}

/** The server's page; the cached one when the server fails, or does not answer in time. */
async function open(request) {
  const cached = await (await caches.open(pages)).match(page);
  if (!cached) return fetch(request);
  let timer;
  const late = new Promise((done) => {
    timer = setTimeout(() => done(cached), networkMs);
  });
  const answer = fetch(request).then(
    (response) => (response.status < 500 ? response : cached),
    () => cached,
  );
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}

self.addEventListener('push', (event) => {
  event.waitUntil(show(event.data));
});

async function show(data) {
  let payload = {};
  try {
    payload = data?.json() ?? {};
  } catch {
    // A push without words still has to be shown.
  }
  const toMember = Boolean(payload.mention || payload.reply);
  const body = payload.body || (await newsWords());
  // What was said to the member stays in sight when more is said in the room.
  const [before] =
    payload.tag && !toMember ? await self.registration.getNotifications({ tag: payload.tag }) : [];
  const kept = before?.data?.toMember;
  await self.registration.showNotification(payload.title || 'Muster', {
    body: kept ? `${kept}\n${body}` : body,
    tag: payload.tag,
    renotify: Boolean(payload.tag && toMember),
    icon: '/icon-192.png',
    badge: '/badge-96.png',
    data: { path: kept ? before.data.path : roomPathOf(payload), toMember: toMember ? body : kept },
  });
  const shown = await self.registration.getNotifications();
  await navigator.setAppBadge?.(shown.length);
}

/** In the language that the page spoke last. */
async function newsWords() {
  let language;
  try {
    language = await (await (await caches.open(pages)).match(languageKey))?.text();
  } catch {
    // No storage: the browser's.
  }
  return news[language] ?? news[navigator.language?.split('-')[0]] ?? news.en;
}

/** The room at the message. */
function roomPathOf({ roomId, messageId }) {
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
