// A long conversation in a real browser: older pages come without a jump, new
// messages do not pull the reader away, and only a window of it is drawn.
import { expect, type Page, type WebSocketRoute } from '@playwright/test';
import { stepOverTop } from './older';
import { desk, phone, test } from './people';
import { failing } from './tabs';

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

/**
 * Plays the server's part of one room with a long history; returns its socket. A page of it
 * is as messages stand by then.
 */
async function play(page: Page, total: number, now = page50): Promise<() => WebSocketRoute> {
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
    const messages = now(before ? Number(before.slice(-12)) - 1 : total);
    const json = { success: true, roomId: 'general', messages, hasMore: true, asOf: total + 100 };
    return route.fulfill({ json });
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

// What had happened until a page failed was laid over the page of the second attempt.
test('a page that failed leaves nothing for the next one (CHAT-15)', async ({ enter }) => {
  const page = await enter('ann@muster.test');
  const total = 120;
  let text = 'As it was';
  const socket = await play(page, total, (end) =>
    page50(end).map((one) => (one.seq === 70 ? { ...one, message: text } : one)),
  );
  const edited = message(70);
  const edit = (seq: number, message: string) => {
    text = message;
    const { id: messageId, roomId } = edited;
    const editedAt = new Date(start).toISOString();
    socket().send(
      JSON.stringify({ type: 'message_edited', roomId, seq, messageId, message, editedAt, mentions: [] }),
    );
  };
  await page.goto('/chat/general');
  const list = page.getByRole('list', { name: 'Messages' });
  await expect(list.getByText(`#${total} `)).toBeVisible();
  let fail = () => {};
  const asked = page.waitForRequest(/before=/);
  const answers = await failing(page, /before=/, new Promise<void>((done) => (fail = done)));
  await list.evaluate((element) => (element.scrollTop = 0));
  await asked;
  edit(121, 'The first edit');
  fail();
  const again = list.getByRole('button', { name: 'Load older messages' });
  await expect(again).toBeVisible();
  edit(122, 'The second edit');
  await answers();
  await again.click();
  await expect(list.getByText('The second edit')).toBeAttached();
  await expect(list.getByText('The first edit')).toHaveCount(0);
});

/** So many seconds of silence. */
function silence(seconds: number): Buffer {
  const rate = 8_000;
  const wave = Buffer.alloc(44 + rate * seconds, 128);
  wave.write('RIFF');
  wave.writeUInt32LE(wave.length - 8, 4);
  wave.write('WAVEfmt ', 8);
  wave.writeUInt32LE(16, 16);
  wave.writeUInt16LE(1, 20);
  wave.writeUInt16LE(1, 22);
  wave.writeUInt32LE(rate, 24);
  wave.writeUInt32LE(rate, 28);
  wave.writeUInt16LE(1, 32);
  wave.writeUInt16LE(8, 34);
  wave.write('data', 36);
  wave.writeUInt32LE(wave.length - 44, 40);
  return wave;
}

// It stopped as soon as another message had the focus and it was scrolled away.
test('a voice message goes on playing when it is scrolled away', async ({ enter }) => {
  const page = await enter('ann@muster.test');
  const socket = await play(page, 200);
  await page.route('**/media/voice?*', (route) =>
    route.fulfill({ contentType: 'audio/wav', body: silence(60) }),
  );
  await page.goto('/chat/general');
  const list = page.getByRole('list', { name: 'Messages' });
  await expect(list.getByText('#200 ')).toBeVisible();
  const kind = { message_type: 'voice', messageType: 'voice', message: '' };
  const media = { media_url: '/media/voice?until=9999999999999', media_metadata: { duration: 60 } };
  socket().send(JSON.stringify({ type: 'message', ...message(201), ...kind, ...media }));
  await list.getByRole('button', { name: 'Play' }).click();
  const sound = await list.locator('audio').elementHandle();
  const plays = () => sound?.evaluate((audio: HTMLAudioElement) => audio.isConnected && !audio.paused);
  await expect.poll(plays).toBe(true);
  await list.evaluate((element) => (element.scrollTop -= 6_000));
  await list.getByRole('listitem').nth(5).focus();
  await list.evaluate((element) => (element.scrollTop -= 1_000));
  await expect(list.getByText('#200 ')).toHaveCount(0);
  expect(await plays()).toBe(true);
});
