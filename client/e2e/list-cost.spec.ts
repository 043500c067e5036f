// What one arriving message costs before it is painted, with 10,000 messages
// loaded. It measures and asserts nothing of time; run it on a quiet machine:
// E2E_MEASURE=1 npx playwright test list-cost
import { expect } from '@playwright/test';
import { test } from './people';

const loaded = 10_000;
const arriving = 200;

interface PlayedSocket {
  receive(frame: object): void;
}
declare global {
  interface Window {
    played: PlayedSocket;
    message(seq: number): object;
  }
}

/** Puts a socket in the browser's place that the test plays; runs in the page. */
function playSocket() {
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
  });
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
    send() {}
    close() {}
    receive(frame: object) {
      this.onmessage?.({ data: JSON.stringify(frame) });
    }
  }
  Object.assign(window, { WebSocket: Socket });
}

test('one message into a list of 10,000', async ({ enter }, info) => {
  test.skip(!process.env.E2E_MEASURE, 'measured on a quiet machine only');
  const page = await enter('ann@muster.test');
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
  await list.evaluate((element) => {
    element.scrollTop = 0;
  });
  await expect.poll(() => list.evaluate((element) => element.scrollHeight)).toBeGreaterThan(loaded * 20);

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
  info.annotations.push({ type: 'cost', description: `median ${at(0.5)} ms, p95 ${at(0.95)} ms` });
  console.info(`one message into ${loaded}: median ${at(0.5)} ms, p95 ${at(0.95)} ms`);
});
