// The README's pictures, and a short moving one, of the demo's community while it talks:
// `make pictures` draws them anew.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { type Browser, expect, type Page } from '@playwright/test';
import { ofWorker, type Server } from './devServer';
import { desk, openRoom, test as people, phone } from './people';

const test = people.extend<object, { server: Server }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
  server: [({}, use) => ofWorker(use, {}, ['--lively']), { scope: 'worker', timeout: 150_000 }],
});
test.describe.configure({ timeout: 600_000 });

const folder = fileURLToPath(new URL('../../.github/pictures/', import.meta.url));
const url = (png: Buffer) => `data:image/png;base64,${png.toString('base64')}`;

/** This machine has a font of emoji, as fonts-noto-color-emoji: without it they are boxes. */
async function hasEmoji(browser: Browser): Promise<boolean> {
  const page = await browser.newPage();
  await page.setContent(
    `<p style="margin:0;width:40px;font:32px 'Apple Color Emoji','Noto Color Emoji',emoji;background:#fff">😀</p>`,
  );
  const png = url(await page.locator('p').screenshot());
  const coloured = await page.evaluate(async (png) => {
    const image = new Image();
    image.src = png;
    await image.decode();
    const drawing = document.createElement('canvas').getContext('2d');
    drawing?.drawImage(image, 0, 0);
    const { data } = drawing?.getImageData(0, 0, 40, 40) ?? { data: new Uint8ClampedArray() };
    // A box is grey: as much red as blue.
    return data.some((red, at) => at % 4 === 0 && red - (data[at + 2] ?? 0) > 60);
  }, png);
  await page.close();
  return coloured;
}

/** Somebody else has the word. */
const typing = (page: Page) => expect(page.getByText(/ is typing$/)).toBeVisible({ timeout: 300_000 });

test('the dashboard, and a room at a desk and on a phone', { tag: '@pictures' }, async ({
  enter,
  browser,
}) => {
  expect(await hasEmoji(browser), 'a font of emoji').toBe(true);
  const ann = await enter('ann@muster.test', { viewport: desk });
  await ann.goto('/dashboard');
  await expect(ann.getByText('SESSION MONITORED')).toBeVisible();
  await expect(ann.locator('[aria-busy="true"]')).toHaveCount(0);
  await ann.screenshot({ path: `${folder}dashboard.png` });

  const bob = await enter('bob@muster.test', { viewport: phone, hasTouch: true, isMobile: true });
  await openRoom(ann, 'general');
  await openRoom(bob, 'general');
  await typing(ann);
  const [wide, narrow] = [await ann.screenshot(), await bob.screenshot()];
  const page = await browser.newPage({
    viewport: { width: desk.width + phone.width + 60, height: desk.height },
  });
  await page.setContent(`<body style="margin:0;display:flex;align-items:center;background:#1b1f1a">
    <img src="${url(wide)}"><img src="${url(narrow)}" style="margin:0 30px"></body>`);
  await page.screenshot({ path: `${folder}room.png` });
  await page.close();
});

const shot = { width: 900, height: 620 };
const frames = 64;
const frameMs = 220;

test('a room in motion', { tag: '@pictures' }, async ({ enter, browser }) => {
  const page = await enter('ann@muster.test', { viewport: shot, reducedMotion: 'no-preference' });
  await openRoom(page, 'general');
  await typing(page);
  const taken: string[] = [];
  for (let n = 0; n < frames; n++) {
    const next = Date.now() + frameMs;
    taken.push(url(await page.screenshot()));
    await page.waitForTimeout(Math.max(0, next - Date.now()));
  }
  writeFileSync(`${folder}room.gif`, await movingPicture(browser, taken));
});

/** A GIF of the pictures; of each only what changed is kept. */
async function movingPicture(browser: Browser, pictures: readonly string[]): Promise<Buffer> {
  const gifenc = readFileSync(createRequire(import.meta.url).resolve('gifenc/dist/gifenc.esm.js'), 'utf8');
  const page = await browser.newPage();
  const base64 = await page.evaluate(
    async ({ gifenc, pictures, delay }) => {
      const { GIFEncoder, quantize, applyPalette } = await import(
        `data:text/javascript,${encodeURIComponent(gifenc)}`
      );
      const canvas = document.createElement('canvas');
      const drawing = canvas.getContext('2d', { willReadFrequently: true });
      if (!drawing) throw new Error('no canvas');
      const gif = GIFEncoder();
      let palette: number[][] = [];
      let before: Uint8Array | null = null;
      for (const picture of pictures) {
        const image = new Image();
        image.src = picture;
        await image.decode();
        if (!before) {
          canvas.width = image.width;
          canvas.height = image.height;
        }
        drawing.drawImage(image, 0, 0);
        const { data, width, height } = drawing.getImageData(0, 0, canvas.width, canvas.height);
        if (!before) palette = quantize(data, 255);
        const all: Uint8Array = applyPalette(data, palette);
        const same = palette.length;
        const changed = before ? all.map((colour, at) => (colour === before?.[at] ? same : colour)) : all;
        const first = before ? {} : { palette: [...palette, [0, 0, 0]] };
        gif.writeFrame(changed, width, height, {
          ...first,
          delay,
          transparent: true,
          transparentIndex: same,
          dispose: 1,
        });
        before = all;
      }
      gif.finish();
      let text = '';
      for (const byte of gif.bytes() as Uint8Array) text += String.fromCharCode(byte);
      return btoa(text);
    },
    { gifenc, pictures, delay: frameMs },
  );
  await page.close();
  return Buffer.from(base64, 'base64');
}
