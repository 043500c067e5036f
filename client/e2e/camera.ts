// Browsers whose camera shows a picture of a person.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type TestInfo } from '@playwright/test';
import { desk } from './people';

const frames = 30;

/** The picture as a film that stands still: 1280 by 720, as the face page asks for. */
async function film(browser: Browser, picture: string, info: TestInfo): Promise<string> {
  const page = await browser.newPage();
  const source = `data:image/jpeg;base64,${readFileSync(picture).toString('base64')}`;
  const frame = await page.evaluate(async (source) => {
    const image = new Image();
    image.src = source;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = 1280;
    canvas.height = 720;
    const scale = Math.min(canvas.width / image.width, canvas.height / image.height);
    const [width, height] = [image.width * scale, image.height * scale];
    const left = (canvas.width - width) / 2;
    canvas.getContext('2d')?.drawImage(image, left, (canvas.height - height) / 2, width, height);
    return canvas.toDataURL('image/jpeg', 0.95).split(',')[1] ?? '';
  }, source);
  await page.close();
  const path = join(info.outputDir, `${picture.replace(/\W/g, '-')}.mjpeg`);
  mkdirSync(info.outputDir, { recursive: true });
  writeFileSync(path, Buffer.concat(Array(frames).fill(Buffer.from(frame, 'base64'))));
  return path;
}

/** A new browser in front of which the person of the picture sits. It is closed by the caller. */
export async function withCamera(
  browser: Browser,
  picture: string,
  baseURL: string,
  info: TestInfo,
): Promise<BrowserContext> {
  const { launchOptions } = info.project.use;
  const args = [
    ...(launchOptions?.args ?? []),
    `--use-file-for-fake-video-capture=${await film(browser, picture, info)}`,
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
