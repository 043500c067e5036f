// Browsers whose camera shows a picture of a person.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, type BrowserContext, chromium, type TestInfo } from '@playwright/test';
import { desk } from './people';

const frames = 75;
const pictures = fileURLToPath(new URL('../../store/face/testdata', import.meta.url));

/** A picture of a person, or a part of it: where it begins and how wide it is, in shares of the whole. */
export interface Sitter {
  file: string;
  left?: number;
  top?: number;
  width?: number;
}

/**
 * A film of a few seconds, 1280 by 720 as the face page asks for. The person sways and the
 * light changes, as of one who holds still: no two frames are alike, nor the faces in them.
 */
async function film(browser: Browser, sitter: Sitter, info: TestInfo): Promise<string> {
  const page = await browser.newPage();
  const bytes = readFileSync(join(pictures, sitter.file)).toString('base64');
  const source = `data:image/${sitter.file.endsWith('png') ? 'png' : 'jpeg'};base64,${bytes}`;
  const drawn = await page.evaluate(
    async ({ source, count, left = 0, top = 0, width = 0 }) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      const canvas = new OffscreenCanvas(1280, 720);
      const context = canvas.getContext('2d');
      if (!context) throw new Error('no canvas');
      const whole = Math.min(canvas.width / image.width, canvas.height / image.height);
      const scale = width > 0 ? canvas.width / (image.width * width) : whole;
      const x = width > 0 ? -left * image.width * scale : (canvas.width - image.width * scale) / 2;
      const y = -top * image.height * scale;
      const light = new OffscreenCanvas(16, 9);
      const lit = light.getContext('2d');
      // The same film each time.
      let seed = 1;
      const random = () => {
        seed = (seed * 16_807) % 2_147_483_647;
        return seed / 2_147_483_647;
      };
      const base64s: string[] = [];
      for (let n = 0; n < count; n++) {
        const turn = (2 * Math.PI * n) / count;
        const size = scale * (1 + 0.02 * Math.sin(turn));
        context.fillRect(0, 0, canvas.width, canvas.height);
        context.drawImage(
          image,
          x + 12 * Math.sin(turn),
          y + 6 * Math.cos(turn),
          image.width * size,
          image.height * size,
        );
        for (let at = 0; lit && at < light.width * light.height; at++) {
          lit.fillStyle = `hsl(0 0% ${random() * 100}%)`;
          lit.fillRect(at % light.width, Math.floor(at / light.width), 1, 1);
        }
        context.globalAlpha = 0.05;
        context.drawImage(light, 0, 0, canvas.width, canvas.height);
        context.globalAlpha = 1;
        const jpeg = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.9 });
        let binary = '';
        for (const byte of new Uint8Array(await jpeg.arrayBuffer())) binary += String.fromCharCode(byte);
        base64s.push(btoa(binary));
      }
      return base64s;
    },
    { source, count: frames, ...sitter },
  );
  await page.close();
  const path = join(info.outputDir, `${sitter.file}.mjpeg`);
  mkdirSync(info.outputDir, { recursive: true });
  writeFileSync(path, Buffer.concat(drawn.map((jpeg) => Buffer.from(jpeg, 'base64'))));
  return path;
}

/** A new browser in front of which the person of the picture sits. It is closed by the caller. */
export async function withCamera(
  browser: Browser,
  sitter: Sitter,
  baseURL: string,
  info: TestInfo,
): Promise<BrowserContext> {
  const { launchOptions } = info.project.use;
  const args = [
    ...(launchOptions?.args ?? []),
    `--use-file-for-fake-video-capture=${await film(browser, sitter, info)}`,
  ];
  const seen = await chromium.launch({ ...launchOptions, args });
  return seen.newContext({
    viewport: desk,
    baseURL,
    permissions: ['camera'],
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  });
}
