// Browsers whose camera shows a picture of a person.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, type BrowserContext, chromium, type TestInfo } from '@playwright/test';
import { desk } from './people';

const frames = 30;
const pictures = fileURLToPath(new URL('../../store/face/testdata', import.meta.url));

/** A picture of a person, or a part of it: where it begins and how wide it is, in shares of the whole. */
export interface Sitter {
  file: string;
  left?: number;
  top?: number;
  width?: number;
}

/** The picture as a film that stands still: 1280 by 720, as the face page asks for. */
async function film(browser: Browser, sitter: Sitter, info: TestInfo): Promise<string> {
  const page = await browser.newPage();
  const bytes = readFileSync(join(pictures, sitter.file)).toString('base64');
  const source = `data:image/${sitter.file.endsWith('png') ? 'png' : 'jpeg'};base64,${bytes}`;
  const frame = await page.evaluate(
    async ({ source, left = 0, top = 0, width = 0 }) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      const canvas = document.createElement('canvas');
      canvas.width = 1280;
      canvas.height = 720;
      const whole = Math.min(canvas.width / image.width, canvas.height / image.height);
      const scale = width > 0 ? canvas.width / (image.width * width) : whole;
      const x = width > 0 ? -left * image.width * scale : (canvas.width - image.width * scale) / 2;
      canvas
        .getContext('2d')
        ?.drawImage(image, x, -top * image.height * scale, image.width * scale, image.height * scale);
      return canvas.toDataURL('image/jpeg', 0.95).split(',')[1] ?? '';
    },
    { source, ...sitter },
  );
  await page.close();
  const path = join(info.outputDir, `${sitter.file}.mjpeg`);
  mkdirSync(info.outputDir, { recursive: true });
  writeFileSync(path, Buffer.concat(Array(frames).fill(Buffer.from(frame, 'base64'))));
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
