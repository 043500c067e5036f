// Which builds the service worker (public/sw.js) caches, and how the app starts from them.
// Its scope, its caches and the server are played.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const origin = 'https://muster.test';
const stable = Array.from({ length: 12 }, (_, at) => `/assets/react-${at}.js`);
const filesOf = (build: number) => [
  ...stable,
  ...Array.from({ length: 60 }, (_, at) => `/assets/screen-${at}-${build}.js`),
];

const greek = '/assets/optional/greek.woff2';
/** The texts of a build, of which members need the first two. */
const textsOf = (build: number, language: string) =>
  ['chat', 'start', 'admin', 'admin-desk-users'].map(
    (file) => `/assets/optional/texts-${build}/${language}-${file}.js`,
  );
const membersTextsOf = (build: number, language: string) => textsOf(build, language).slice(0, 2);

type Key = string | { url: string };
const urlOf = (key: Key) => new URL(typeof key === 'string' ? key : key.url, origin).href;

/** The server: only the newest build's files are there. */
class Server {
  build = 1;
  pageOf: number | null = null; // another node's
  state: 'up' | 'down' | 'silent' | 'failing' = 'up';
  readonly gone = new Set<string>();
  readonly asked: string[] = [];

  fetch = async (key: Key): Promise<Response> => {
    const { pathname } = new URL(urlOf(key));
    this.asked.push(pathname);
    if (this.state === 'silent') return new Promise<never>(() => {});
    if (this.state === 'down' || this.gone.has(pathname)) throw new TypeError('Failed to fetch');
    if (this.state === 'failing') return new Response('', { status: 502 });
    const headers = { 'X-Muster-Build': `b${this.build}` };
    if (pathname === '/build.json')
      return Response.json(
        {
          build: `b${this.build}`,
          files: filesOf(this.build),
          optional: [
            greek,
            '/assets/optional/cyrillic.woff2',
            ...textsOf(this.build, 'en'),
            ...textsOf(this.build, 'de'),
          ],
        },
        { headers },
      );
    if (pathname.startsWith('/assets/'))
      return new Response(pathname, {
        status: [
          ...filesOf(this.build),
          greek,
          ...textsOf(this.build, 'en'),
          ...textsOf(this.build, 'de'),
        ].includes(pathname)
          ? 200
          : 404,
      });
    const shown = `b${this.pageOf ?? this.build}`;
    return new Response(shown, { headers: { 'X-Muster-Build': shown } });
  };
}

class FakeCache {
  readonly stored = new Map<string, Response>();
  constructor(private readonly server: Server) {}
  match = async (key: Key) => this.stored.get(urlOf(key))?.clone();
  put = async (key: Key, response: Response) => void this.stored.set(urlOf(key), response);
  delete = async (key: Key) => this.stored.delete(urlOf(key));
  keys = async () => [...this.stored.keys()].map((url) => ({ url }));
  add = async (key: Key) => {
    const response = await this.server.fetch(key);
    if (!response.ok) throw new TypeError('bad response');
    await this.put(key, response);
  };
  paths = () => [...this.stored.keys()].map((url) => new URL(url).pathname).sort();
}

let server: Server;
let tabs: { id: string }[];
let stores: Map<string, FakeCache>;
let handlers: Map<string, (event: Record<string, unknown>) => void>;

const cacheOf = (name: string) => {
  const cache = stores.get(name) ?? new FakeCache(server);
  stores.set(name, cache);
  return cache;
};

/** The worker starts, as a browser does it anew for each few events. */
function startWorker() {
  handlers = new Map();
  const self = {
    location: { origin },
    addEventListener: (kind: string, handler: (event: Record<string, unknown>) => void) =>
      handlers.set(kind, handler),
    skipWaiting: async () => {},
    clients: { matchAll: async () => tabs, claim: async () => {} },
  };
  const caches = {
    open: async (name: string) => cacheOf(name),
    keys: async () => [...stores.keys()],
    delete: async (name: string) => stores.delete(name),
  };
  const script = readFileSync(join(process.cwd(), 'public/sw.js'), 'utf8');
  new Function('self', 'navigator', 'caches', 'fetch', script)(self, {}, caches, server.fetch);
}

async function happens(kind: string, event: Record<string, unknown> = {}) {
  let done: unknown;
  handlers.get(kind)?.({ ...event, waitUntil: (all: unknown) => (done = all) });
  await done;
}

function ask(path: string, mode = 'no-cors'): Promise<Response> | undefined {
  let answer: Promise<Response> | undefined;
  const event = {
    request: { method: 'GET', url: origin + path, mode },
    respondWith: (given: Promise<Response>) => (answer = given),
    waitUntil: () => {},
  };
  handlers.get('fetch')?.(event);
  return answer;
}
const shown = async (path = '/dashboard') => (await ask(path, 'navigate'))?.text();

/** A tab opens the page that it is answered with and settles. */
async function openTab(id: string, language?: string) {
  const build = await shown();
  tabs.push({ id });
  await happens('message', { data: { type: 'cache-build', build, language }, source: { id } });
  return build;
}
const closeTab = (id: string) => {
  tabs = tabs.filter((tab) => tab.id !== id);
};

beforeEach(() => {
  server = new Server();
  tabs = [];
  stores = new Map();
  startWorker();
});
afterEach(() => vi.useRealTimers());

it('starts without a connection after ten builds, and caches exactly the files of the last', async () => {
  for (let build = 1; build <= 10; build++) {
    server.build = build;
    startWorker();
    await openTab(`tab ${build}`);
    closeTab(`tab ${build}`);
  }
  await openTab('last');
  expect(cacheOf('assets-2').paths()).toEqual(filesOf(10).sort());
  expect(cacheOf('pages-2').paths()).toEqual(['/builds/b10', '/index.html', '/tabs/last']);
  server.state = 'down';
  startWorker();
  expect(await shown()).toBe('b10');
  for (const file of filesOf(10)) expect(await (await ask(file))?.text()).toBe(file);
});

it('fetches what no build changes once', async () => {
  await openTab('first');
  server.build = 2;
  server.asked.length = 0;
  await openTab('second');
  expect(server.asked.filter((path) => stable.includes(path))).toEqual([]);
  expect(server.asked.filter((path) => path.startsWith('/assets/'))).toHaveLength(60);
});

it('caches the fonts of other scripts when a page fetches them, and removes them with their build', async () => {
  await openTab('first');
  expect(server.asked).not.toContain(greek);
  await ask(greek);
  server.build = 2;
  await openTab('second');
  server.state = 'down';
  startWorker();
  expect(await (await ask(greek))?.text()).toBe(greek);
  expect(cacheOf('assets-2').paths()).toEqual([...new Set([...filesOf(1), ...filesOf(2), greek])].sort());
});

it('caches the members’ texts in the language in use, another once it is chosen, and each with its build', async () => {
  await openTab('first', 'en');
  expect(cacheOf('assets-2').paths()).toEqual([...filesOf(1), ...membersTextsOf(1, 'en')].sort());
  await openTab('first', 'de');
  const both = [...membersTextsOf(1, 'en'), ...membersTextsOf(1, 'de')];
  expect(cacheOf('assets-2').paths()).toEqual([...filesOf(1), ...both].sort());
  closeTab('first');
  closeTab('first');
  server.build = 2;
  await openTab('second', 'de');
  closeTab('second');
  server.build = 3;
  await openTab('third', 'de');
  expect(cacheOf('assets-2').paths()).toEqual([...filesOf(3), ...membersTextsOf(3, 'de')].sort());
  server.state = 'down';
  startWorker();
  for (const file of membersTextsOf(3, 'de')) expect(await (await ask(file))?.text()).toBe(file);
});

it('leaves the files of a build that an open tab shows, until the tab is closed', async () => {
  await openTab('old');
  server.build = 2;
  await openTab('new');
  expect(cacheOf('assets-2').paths()).toEqual([...new Set([...filesOf(1), ...filesOf(2)])].sort());
  expect((await ask('/assets/screen-7-1.js'))?.ok).toBe(true);
  closeTab('old');
  server.build = 3;
  await openTab('newest');
  expect(cacheOf('assets-2').paths()).toEqual([...new Set([...filesOf(2), ...filesOf(3)])].sort());
});

it('goes on starting from the whole build before, when the line is lost half-way', async () => {
  await openTab('first');
  closeTab('first');
  server.build = 2;
  server.gone.add('/assets/screen-30-2.js');
  await openTab('second');
  closeTab('second');
  server.state = 'down';
  expect(await shown()).toBe('b1');
  for (const file of filesOf(1)) expect((await ask(file))?.ok).toBe(true);

  server.state = 'up';
  server.gone.clear();
  await openTab('third');
  server.state = 'down';
  expect(await shown()).toBe('b2');
  expect(cacheOf('assets-2').paths()).toEqual(filesOf(2).sort());
});

it('caches no mixture while nodes answer with two builds', async () => {
  await openTab('first');
  server.build = 2;
  server.pageOf = 1;
  await openTab('second');
  server.state = 'down';
  expect(await shown()).toBe('b1');
  expect(cacheOf('assets-2').paths()).toEqual(filesOf(1).sort());
});

it('removes the caches of earlier workers', async () => {
  cacheOf('assets-1');
  cacheOf('pages-1');
  await happens('activate');
  expect([...stores.keys()]).toEqual([]);
});

it('waits three seconds for a line that is up and dead, when the page is cached', async () => {
  await openTab('first');
  vi.useFakeTimers();
  server.state = 'silent';
  let answered: string | undefined;
  void shown('/chat/general').then((build) => {
    answered = build;
  });
  await vi.advanceTimersByTimeAsync(2_900);
  expect(answered).toBeUndefined();
  await vi.advanceTimersByTimeAsync(100);
  expect(answered).toBe('b1');
});

it('shows the server’s page when it answers in time, and the cached one when it fails', async () => {
  await openTab('first');
  server.build = 2;
  expect(await shown()).toBe('b2');
  server.state = 'failing';
  expect(await shown()).toBe('b1');
});

it('leaves the API, media and sockets alone', () => {
  for (const path of ['/api/config', '/media/1', '/ws/chat', '/dev/outbox', '/build.json'])
    expect(ask(path, 'navigate')).toBeUndefined();
});
