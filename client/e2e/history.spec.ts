// A long conversation in a real browser: older pages come without a jump, new
// messages do not pull the reader away, and only a window of it is drawn.
import { expect, type Page, type WebSocketRoute } from '@playwright/test';
import { stepOverTop } from './older';
import { desk, phone, test } from './people';

const start = Date.UTC(2026, 0, 5, 8);
const lines = ['Copy that.', 'ok', 'Two lines\nof it', `A longer one ${'that goes on and on '.repeat(8)}`];

function message(seq: number) {
  return {
    id: `00000000-0000-7000-8000-${String(seq).padStart(12, '0')}`,
    roomId: 'general',
    seq,
    message: `#${seq} ${lines[seq % lines.length]}`,
    message_type: 'text',
    messageType: 'text',
    username: `member${Math.floor(seq / 3) % 4}`,
    user_id: `u-${Math.floor(seq / 3) % 4}`,
    created_at: new Date(start + seq * 20_000).toISOString(),
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
  };
}
const page50 = (end: number) =>
  Array.from({ length: Math.min(50, end) }, (_, i) => message(end - Math.min(50, end) + 1 + i));

/** Plays the server's part of one room with a long history; returns its socket. */
async function play(page: Page, total: number): Promise<() => WebSocketRoute> {
  let socket: WebSocketRoute | undefined;
  await page.routeWebSocket('/ws/chat', (ws) => {
    socket = ws;
    ws.onMessage((text) => {
      if (!String(text).includes('"join_')) return;
      const say = (frame: object) => ws.send(JSON.stringify(frame));
      say({ type: 'joined', userId: 'u-me', username: 'ann', isAdmin: false, onlineCount: 2 });
      say({ type: 'room_joined', roomId: 'general', onlineCount: 2, seq: total, resumed: false });
      say({ type: 'message_history', roomId: 'general', messages: page50(total) });
    });
  });
  await page.route('**/api/chat/room/general/messages?*', (route) => {
    const before = new URL(route.request().url()).searchParams.get('before');
    const messages = page50(before ? Number(before.slice(-12)) - 1 : total);
    return route.fulfill({ json: { success: true, roomId: 'general', messages, hasMore: true } });
  });
  return () => {
    if (!socket) throw new Error('no socket');
    return socket;
  };
}

// The whole way at one width; at the other a few pages.
for (const { viewport, total } of [
  { viewport: phone, total: 600 },
  { viewport: desk, total: 200 },
]) {
  test(`a history of ${total} and 100 new at ${viewport.width} px (CHAT-15, CHAT-16, CHAT-43)`, async ({
    enter,
  }) => {
    const page = await enter('ann@muster.test', { viewport });
    const socket = await play(page, total);
    await page.goto('/chat/general');
    const list = page.getByRole('list', { name: 'Messages' });
    const line = (seq: number) => list.getByText(`#${seq} `);
    await expect(line(total)).toBeVisible();

    for (let pages = 1; pages < total / 50; pages++) {
      const { moved, grown, drawn } = await stepOverTop(page, 500);
      expect(grown, `page ${pages} came`).toBeGreaterThan(0);
      expect(moved, `page ${pages} moved what was read`).toEqual([]);
      expect(drawn).toBeLessThan(80);
    }
    await list.evaluate((element) => {
      element.scrollTop = 0;
    });
    await expect(page.getByText("You've reached the beginning of the conversation")).toBeVisible();
    await expect(page.getByText('#1 ok', { exact: true })).toBeVisible();

    const first = page.getByRole('listitem').filter({ hasText: '#1 ok' }).first();
    const before = await first.boundingBox();
    for (let n = 1; n <= 100; n++) socket().send(JSON.stringify({ type: 'message', ...message(total + n) }));
    const down = page.getByRole('button', { name: '100 new messages' });
    await expect(down).toBeVisible();
    expect((await first.boundingBox())?.y).toBeCloseTo(before?.y ?? 0, 0);
    await down.click();
    await expect(line(total + 100)).toBeInViewport();
    await expect(down).toBeHidden();
    socket().send(JSON.stringify({ type: 'message', ...message(total + 101) }));
    await expect(line(total + 101)).toBeInViewport();
  });
}
