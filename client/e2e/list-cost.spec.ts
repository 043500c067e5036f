// What a busy room costs with 10,000 messages loaded: one arriving message before
// it is painted, and a person who types, sends and scrolls while 50 a second
// arrive. It measures and asserts nothing of time; run it on a quiet machine:
// E2E_MEASURE=1 npx playwright test list-cost
import { expect, type Page } from '@playwright/test';
import { test } from './people';

const loaded = 10_000;
const arriving = 200;
const busySeconds = 20;

interface PlayedSocket {
  receive(frame: object): void;
}
declare global {
  interface Window {
    played: PlayedSocket;
    message(seq: number): object;
    slow: { tasks: number[]; keys: number[] };
  }
}

/** Puts a socket in the browser's place that the test plays; runs in the page. */
function playSocket() {
  window.slow = { tasks: [], keys: [] };
  const watch = (type: string, to: number[]) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if (type !== 'event' || entry.name.startsWith('key')) to.push(entry.duration);
    }).observe({ type, buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
  watch('longtask', window.slow.tasks);
  watch('event', window.slow.keys);
  window.message = (seq) => ({
    id: `00000000-0000-7000-8000-${String(seq).padStart(12, '0')}`,
    roomId: 'general',
    seq,
    message: `#${seq} ${'some words of talk '.repeat(seq % 5)}`,
    message_type: 'text',
    messageType: 'text',
    username: `member${Math.floor(seq / 3) % 40}`,
    user_id: `u-${Math.floor(seq / 3) % 40}`,
    created_at: new Date(Date.UTC(2026, 0, 5, 8) + seq * 20_000).toISOString(),
    deleted_at: null,
    is_flagged: false,
    reply_to_message_id: null,
    reply_to_username: null,
    reply_to_text: null,
    media_url: null,
    media_thumbnail_url: null,
    reactions: [],
    mentions: [],
    edited_at: null,
  });
  let seq = 10_000;
  class Socket {
    static readonly OPEN = 1;
    readyState = 1;
    bufferedAmount = 0;
    onopen: (() => void) | null = null;
    onmessage: ((event: { data: string }) => void) | null = null;
    constructor() {
      window.played = this;
      setTimeout(() => this.onopen?.());
    }
    // What is sent comes back as the server's message.
    send(text: string) {
      const { type, message, clientMsgId } = JSON.parse(text);
      if (type !== 'send_message') return;
      const user = JSON.parse(localStorage.getItem('user') ?? '{}');
      setTimeout(() => this.next({ message, clientMsgId, user_id: user.id, username: user.username }), 30);
    }
    close() {}
    receive(frame: object) {
      this.onmessage?.({ data: JSON.stringify(frame) });
    }
    next(over: object = {}) {
      seq++;
      this.receive({ type: 'message', ...window.message(seq), ...over });
    }
  }
  Object.assign(window, { WebSocket: Socket });
}

/** Opens the room with 10,000 messages loaded, at the newest. */
async function fill(page: Page) {
  await page.addInitScript(playSocket);
  await page.route('**/api/chat/room/general/messages?*', async (route) => {
    const before = new URL(route.request().url()).searchParams.get('before');
    const [from, to] = before ? [1, loaded - 50] : [loaded - 49, loaded];
    const messages = await page.evaluate(
      ([a, b]) => Array.from({ length: b - a + 1 }, (_, i) => window.message(a + i)),
      [from, to] as const,
    );
    await route.fulfill({ json: { success: true, roomId: 'general', messages, hasMore: true } });
  });
  await page.goto('/chat/general');
  await page.waitForFunction(() => window.played);
  await page.evaluate((seq) => {
    window.played.receive({
      type: 'joined',
      userId: 'u-me',
      username: 'ann',
      isAdmin: false,
      onlineCount: 2,
    });
    window.played.receive({ type: 'room_joined', roomId: 'general', onlineCount: 2, seq, resumed: true });
  }, loaded);
  const list = page.getByRole('list', { name: 'Messages' });
  await expect(list).toBeVisible();
  // The list may still be on its way to the newest.
  await expect
    .poll(
      () =>
        list.evaluate((element) => {
          if (element.scrollHeight < 100_000) element.scrollTop = 0;
          return element.scrollHeight;
        }),
      { timeout: 40_000 },
    )
    .toBeGreaterThan(loaded * 20);
  return list;
}

test('one message into a list of 10,000', async ({ enter }, info) => {
  test.skip(!process.env.E2E_MEASURE, 'measured on a quiet machine only');
  const page = await enter('ann@muster.test');
  await fill(page);
  const costs = await page.evaluate(
    async ([first, count]) => {
      const frame = () => new Promise((done) => requestAnimationFrame(done));
      const took: number[] = [];
      for (let i = 0; i < count; i++) {
        // The message is applied at once when the last frame had none.
        for (let n = 0; n < 3; n++) await frame();
        const begin = performance.now();
        window.played.receive({ type: 'message', ...window.message(first + i) });
        await Promise.resolve();
        await Promise.resolve();
        document.body.getBoundingClientRect();
        took.push(performance.now() - begin);
      }
      return took.sort((a, b) => a - b);
    },
    [loaded + 1, arriving] as const,
  );
  const at = (part: number) => (costs[Math.floor(costs.length * part)] ?? 0).toFixed(2);
  await expect(page.getByRole('button', { name: `${arriving} new messages` })).toBeVisible();
  const words = `one message into ${loaded}: median ${at(0.5)} ms, p95 ${at(0.95)} ms\n`;
  info.annotations.push({ type: 'cost', description: words });
  process.stdout.write(words);
});

for (const place of ['newest', 'middle']) {
  test(`50 messages a second into a list of 10,000, read at the ${place}`, async ({ enter }) => {
    test.skip(!process.env.E2E_MEASURE, 'measured on a quiet machine only');
    const page = await enter('ann@muster.test');
    const list = await fill(page);
    await list.evaluate((element, to) => {
      element.scrollTop = to === 'newest' ? element.scrollHeight : element.scrollHeight / 2;
    }, place);
    await page.waitForTimeout(1_000);
    await page.evaluate(() => {
      window.slow.tasks.length = 0;
      window.slow.keys.length = 0;
      setInterval(() => (window.played as PlayedSocket & { next(): void }).next(), 20);
    });
    const field = page.getByRole('textbox', { name: 'Message' });
    const end = Date.now() + busySeconds * 1_000;
    for (let n = 0; Date.now() < end; n++) {
      await field.pressSequentially(`typed line ${n} of words`, { delay: 60 });
      if (place === 'newest') await field.press('Enter');
      await list.hover();
      for (let i = 0; i < 6; i++) {
        await page.mouse.wheel(0, i < 3 ? -700 : 2_100);
        await page.waitForTimeout(50);
      }
      await field.click();
    }
    const { tasks, keys } = await page.evaluate(() => window.slow);
    const worst = (all: number[]) => Math.max(0, ...all);
    process.stdout.write(
      `${place}: ${tasks.length} long tasks (worst ${worst(tasks)} ms), worst key to paint ${worst(keys)} ms, ${keys.length} keys over 16 ms\n`,
    );
  });
}
