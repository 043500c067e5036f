// What the service worker (public/sw.js) shows of a push, and where a press leads. The
// worker's scope is played; e2e/installed.spec.ts shows them in a real browser that can.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { offered } from '@/languages/texts';

interface Kept {
  title: string;
  body: string;
  tag?: string;
  renotify: boolean;
  data: { path: string; toMember?: string };
  close(): void;
}

type Handler = (event: Record<string, unknown>) => void;

function playWorker(
  windows: { focused: boolean; postMessage(message: unknown): void; focus(): void }[],
  language?: string,
) {
  const handlers = new Map<string, Handler>();
  const kept: Kept[] = [];
  const navigator = { setAppBadge: vi.fn(), clearAppBadge: vi.fn() };
  const self = {
    location: { origin: 'https://muster.test' },
    addEventListener: (kind: string, handler: Handler) => handlers.set(kind, handler),
    registration: {
      getNotifications: async ({ tag }: { tag?: string } = {}) =>
        kept.filter((each) => tag === undefined || each.tag === tag),
      async showNotification(title: string, options: Omit<Kept, 'title' | 'close'>) {
        const one = { title, ...options, close: () => void kept.splice(kept.indexOf(one), 1) };
        const before = kept.findIndex((each) => each.tag !== undefined && each.tag === one.tag);
        kept.splice(before < 0 ? kept.length : before, before < 0 ? 0 : 1, one);
      },
    },
    clients: { matchAll: async () => windows, openWindow: vi.fn() },
  };
  const caches = {
    open: async () => ({ match: async () => language && new Response(language) }),
  };
  const script = readFileSync(join(process.cwd(), 'public/sw.js'), 'utf8');
  new Function('self', 'navigator', 'caches', script)(self, navigator, caches);
  const happens = async (kind: string, event: Record<string, unknown>) => {
    let done: unknown;
    handlers.get(kind)?.({ ...event, waitUntil: (all: unknown) => (done = all) });
    await done;
  };
  return {
    kept,
    navigator,
    openWindow: self.clients.openWindow,
    push: (words: string) => happens('push', { data: { json: () => JSON.parse(words) as unknown } }),
    pushNothing: () => happens('push', { data: null }),
    press: (notification: Kept | undefined) => happens('notificationclick', { notification }),
  };
}

const pushed = {
  title: 'General',
  body: 'ann mentioned you',
  roomId: 'night-watch',
  messageId: 'm-7',
  seq: 7,
  mention: true,
  tag: 'room:night-watch',
};

it('shows a push with its title and words; the next one of the room replaces it', async () => {
  const worker = playWorker([]);
  const plain = { ...pushed, mention: false, messageId: 'm-6', body: 'New message from bob' };
  await worker.push(JSON.stringify(plain));
  await worker.push(JSON.stringify({ ...plain, body: '5 new messages, the last from bob', count: 5 }));
  expect(worker.kept).toMatchObject([
    {
      title: 'General',
      body: '5 new messages, the last from bob',
      tag: 'room:night-watch',
      renotify: false,
      data: { path: '/chat/night-watch?message=m-6' },
    },
  ]);
  await worker.push(JSON.stringify({ ...pushed, roomId: 'general', tag: 'room:general' }));
  expect(worker.kept).toHaveLength(2);
  expect(worker.navigator.setAppBadge).toHaveBeenLastCalledWith(2);
});

// The next words of a busy room took it away before it was seen.
it.each([
  ['a mention', pushed],
  ['an answer', { ...pushed, mention: false, reply: true, body: 'ann replied to you' }],
])('keeps %s in sight, and the way to it, when more is said in the room', async (_, first) => {
  const worker = playWorker([]);
  await worker.push(JSON.stringify(first));
  expect(worker.kept).toMatchObject([{ body: first.body, renotify: true }]);
  const plain = { ...pushed, mention: false, messageId: 'm-8', body: 'New message from bob' };
  for (const body of [plain.body, '2 new messages, the last from bob'])
    await worker.push(JSON.stringify({ ...plain, body }));
  expect(worker.kept).toMatchObject([
    {
      body: `${first.body}\n2 new messages, the last from bob`,
      renotify: false,
      data: { path: '/chat/night-watch?message=m-7' },
    },
  ]);
  await worker.push(JSON.stringify({ ...pushed, messageId: 'm-9', body: 'cem mentioned you' }));
  expect(worker.kept).toMatchObject([
    { body: 'cem mentioned you', renotify: true, data: { path: '/chat/night-watch?message=m-9' } },
  ]);
});

// A browser takes the right away from who shows nothing.
it('shows something for a push that it cannot read', async () => {
  const worker = playWorker([]);
  await worker.push('not JSON');
  await worker.pushNothing();
  expect(worker.kept.map(({ title, body, data }) => [title, body, data.path])).toEqual([
    ['Muster', 'There is something new.', '/chat'],
    ['Muster', 'There is something new.', '/chat'],
  ]);
});

it('says so in the language of the page, whichever it is', async () => {
  const said = await Promise.all(
    offered.map(async ({ tag }) => {
      const worker = playWorker([], tag);
      await worker.pushNothing();
      return worker.kept[0]?.body;
    }),
  );
  expect(said).toHaveLength(new Set(said).size);
  expect(said).toContain('Es gibt etwas Neues.');
});

it('leads to the room in a window that is open, the one in front first, else in a new one', async () => {
  const one = { focused: false, postMessage: vi.fn(), focus: vi.fn() };
  const front = { focused: true, postMessage: vi.fn(), focus: vi.fn() };
  const open = playWorker([one, front]);
  await open.push(JSON.stringify(pushed));
  await open.press(open.kept[0]);
  expect(front.postMessage).toHaveBeenCalledWith({ type: 'open', path: '/chat/night-watch?message=m-7' });
  expect(front.focus).toHaveBeenCalled();
  expect(one.postMessage).not.toHaveBeenCalled();
  expect(open.kept).toEqual([]);

  const closed = playWorker([]);
  await closed.push(JSON.stringify(pushed));
  await closed.press(closed.kept[0]);
  expect(closed.openWindow).toHaveBeenCalledWith('/chat/night-watch?message=m-7');
});
