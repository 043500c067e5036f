// Older pages come above what is read while fifty messages a second arrive below: what
// is read stands still, to the pixel of the screen, whatever the pages hold.
import { expect, type Page } from '@playwright/test';
import { stepOverTop } from './older';
import { desk, phone, test } from './people';

const start = Date.UTC(2026, 0, 5, 8);
const words = [
  'Copy that.',
  'ok',
  'Two lines\nof it',
  `A longer one ${'that goes on and on '.repeat(8)}`,
  '🫡',
];

// Every kind of row, at heights of its own: groups, days, replies, reactions,
// mentions, pictures, cards of links, what was deleted, and a page that begins in
// the middle of a group.
function message(seq: number) {
  const author = Math.floor(seq / 4) % 7;
  const kind = seq % 11;
  const picture = kind === 3 || kind === 8;
  return {
    id: `00000000-0000-7000-8000-${String(seq).padStart(12, '0')}`,
    roomId: 'general',
    seq,
    message: picture ? '' : `#${seq} ${words[seq % words.length]}`,
    message_type: picture ? 'image' : 'text',
    messageType: picture ? 'image' : 'text',
    username: `member${author}`,
    user_id: `u-${author}`,
    created_at: new Date(start + seq * (seq % 37 === 0 ? 9_000_000 : 20_000)).toISOString(),
    deleted_at: kind === 6 ? '2026-01-06T08:00:00Z' : null,
    is_flagged: kind === 1,
    reply_to_message_id: kind === 5 ? `00000000-0000-7000-8000-${String(seq - 3).padStart(12, '0')}` : null,
    reply_to_username: kind === 5 ? 'member1' : null,
    reply_to_text: kind === 5 ? 'What was said before that, at some length' : null,
    media_url: picture ? `/media/${seq}/picture?sig=x` : null,
    media_thumbnail_url: picture ? `/media/${seq}/thumbnail?sig=x` : null,
    media_metadata: picture ? { width: 301 + (seq % 5) * 97, height: 211 + (seq % 7) * 61 } : null,
    reactions: kind === 2 ? [{ messageId: 'x', user_id: 'u-1', username: 'member1', reaction: '🔥' }] : [],
    mentions: kind === 9 ? ['u-me'] : [],
    edited_at: kind === 4 ? new Date(start + seq * 20_000).toISOString() : null,
    ...(kind === 10
      ? {
          preview: {
            url: 'https://example.org/a',
            title: 'A page',
            description: 'About it '.repeat(6),
            image: `/media/${seq}/card?sig=x`,
          },
        }
      : {}),
  };
}
const pageOf = (end: number, length: number) =>
  Array.from({ length: Math.min(length, end) }, (_, i) => message(end - Math.min(length, end) + 1 + i));

const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Plays the server's part of a room; the first of the older pages holds as many as is said. */
async function play(page: Page, total: number, firstPage: number) {
  let seq = total;
  let say: (frame: object) => void = () => {};
  await page.routeWebSocket('/ws/chat', (ws) => {
    say = (frame) => ws.send(JSON.stringify(frame));
    ws.onMessage((text) => {
      if (!String(text).includes('"join_')) return;
      say({ type: 'joined', userId: 'u-me', username: 'ann', isAdmin: false, onlineCount: 2 });
      say({ type: 'room_joined', roomId: 'general', onlineCount: 2, seq: total, resumed: false });
      say({ type: 'message_history', roomId: 'general', messages: pageOf(total, 50) });
    });
  });
  await page.route('**/api/chat/room/general/messages?*', async (route) => {
    const before = new URL(route.request().url()).searchParams.get('before');
    await new Promise((done) => setTimeout(done, 60));
    const end = before ? Number(before.slice(-12)) - 1 : total;
    const messages = pageOf(end, end === total - 50 ? firstPage : 50);
    await route.fulfill({ json: { success: true, roomId: 'general', messages, hasMore: true } });
  });
  // Pictures come late.
  await page.route('**/media/**', async (route) => {
    await new Promise((done) => setTimeout(done, 120));
    await route.fulfill({ contentType: 'image/png', body: dot }).catch(() => {});
  });
  return {
    one: () => say({ type: 'message', ...message(++seq) }),
  };
}

const measured = Boolean(process.env.E2E_MEASURE);
const scales = [
  { viewport: phone, scale: 2.625 },
  { viewport: desk, scale: 1.25 },
];
// All of them, with 10,000 loaded: E2E_MEASURE=1 npx playwright test prepend
const more = [
  { viewport: phone, scale: 1 },
  { viewport: phone, scale: 3 },
  { viewport: desk, scale: 1 },
  { viewport: desk, scale: 1.5 },
  { viewport: desk, scale: 2 },
];
for (const { viewport, scale } of measured ? [...scales, ...more] : scales) {
  test(`older pages move nothing at ${viewport.width} px × ${scale} (CHAT-15)`, async ({ enter }) => {
    const page = await enter('ann@muster.test', { viewport, deviceScaleFactor: scale });
    // The phones move what moves; the rest of the walks have asked for less.
    if (viewport === phone) await page.emulateMedia({ reducedMotion: 'no-preference' });
    const total = measured ? 10_510 : 200;
    const room = await play(page, total, measured ? 10_000 : 50);
    await page.goto('/chat/general');
    const list = page.getByRole('list', { name: 'Messages' });
    await expect(list.getByText(`#${total} `)).toBeVisible();
    const busy = setInterval(room.one, 20);
    try {
      for (let pages = 1; pages < (measured ? 9 : 4); pages++) {
        const { moved, off, grown, drawn } = await stepOverTop(page, 1_500);
        expect(grown, `page ${pages} came`).toBeGreaterThan(0);
        expect(moved, `page ${pages} moved what was read`).toEqual([]);
        expect(off, `page ${pages} set what was read off`).toBe(0);
        expect(drawn).toBeLessThan(90);
      }
    } finally {
      clearInterval(busy);
    }
  });
}
