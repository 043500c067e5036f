// Files, voice messages, GIFs and emoji: the administrator sends, a member sees.
// The microphone is Chromium's own, which beeps once a second.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';
import { inspect } from './inspect';
import { line, openRoom, phone, test } from './people';

// Two browsers, and axe after each step.
test.describe.configure({ timeout: 180_000 });

const photo = fileURLToPath(new URL('../public/icon-512.png', import.meta.url));
const film = fileURLToPath(new URL('../../cmd/muster/internal/demo/watchfire.webm', import.meta.url));
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const last = (page: Page) => page.getByRole('list', { name: 'Messages' }).getByRole('listitem').last();

test('a member searches a GIF and an emoji, and sends both (MEDIA-12, MEDIA-14)', async ({ enter }) => {
  const ann = await enter('ann@muster.test');
  const bob = await enter('bob@muster.test', { viewport: phone, hasTouch: true, isMobile: true });
  // Who asked for less motion sees a still.
  await bob.emulateMedia({ reducedMotion: 'no-preference' });
  await openRoom(ann, 'night-watch');
  await openRoom(bob, 'night-watch');
  await expect(button(ann, 'Attach a file')).toBeHidden();

  await button(ann, 'Send a GIF').click();
  const picker = ann.getByRole('dialog');
  await expect(picker.locator('[data-cell]').nth(3)).toBeVisible();
  await picker.getByRole('searchbox').fill('heart');
  await expect(picker.locator('[data-cell]')).toHaveCount(1);
  await inspect(ann, 'the GIF picker');
  await picker.getByRole('searchbox').fill('zzzzzz');
  await expect(picker.getByText('No GIFs found. Try another search.')).toBeVisible();
  await picker.getByRole('searchbox').fill('');
  await picker.locator('[data-cell]').first().focus();
  await ann.keyboard.press('ArrowRight');
  await ann.keyboard.press('Enter');
  await expect(picker).toBeHidden();
  await expect(bob.getByRole('img', { name: 'GIF from ann' }).last()).toBeVisible();

  // On the phone the emoji come in a sheet, and go in at the caret.
  const field = bob.getByRole('textbox', { name: 'Message' });
  await field.fill('good  night');
  await field.evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(5, 5));
  await button(bob, 'Insert an emoji').tap();
  await bob.getByRole('dialog').getByRole('searchbox').fill('crescent');
  await inspect(bob, 'the sheet of emoji');
  await button(bob, 'crescent moon').tap();
  await expect(field).toHaveValue('good 🌙 night');
  await expect(field).toBeFocused();
  await field.press('Enter');
  await expect(line(ann, 'good 🌙 night')).toBeVisible();
});

test('a picture is dropped, pasted, looked at, saved and deleted (MEDIA-1, MEDIA-6, MEDIA-9, MEDIA-11)', {
  tag: '@main',
}, async ({ enter }) => {
  const admin = await enter('admin@muster.test');
  const bob = await enter('bob@muster.test', { viewport: phone, hasTouch: true, isMobile: true });
  await openRoom(admin, 'field-notes');
  await openRoom(bob, 'field-notes');

  const bytes = readFileSync(photo).toString('base64');
  await admin.evaluate((data) => {
    const raw = Uint8Array.from(atob(data), (c) => c.charCodeAt(0));
    const carried = new DataTransfer();
    carried.items.add(new File([raw], 'emblem.png', { type: 'image/png' }));
    for (const type of ['dragenter', 'dragover', 'drop'])
      document.body.dispatchEvent(
        new DragEvent(type, { dataTransfer: carried, bubbles: true, cancelable: true }),
      );
  }, bytes);
  const dialog = admin.getByRole('dialog');
  await expect(dialog.getByAltText('Preview of emblem.png')).toBeVisible();
  await inspect(admin, 'the upload');
  await button(admin, 'Upload and send').click();
  await expect(dialog).toBeHidden();

  const picture = bob.getByRole('img', { name: 'Image from commander' }).last();
  await expect(picture).toBeVisible();
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
  await inspect(bob, 'a picture in the list');
  await picture.tap();
  const viewer = bob.getByRole('dialog', { name: /commander/ });
  await expect(viewer.getByRole('img', { name: 'Image from commander' })).toBeVisible();
  await inspect(bob, 'the viewer');
  const [saved] = await Promise.all([bob.waitForEvent('download'), button(bob, 'Save').tap()]);
  expect(await saved.failure()).toBeNull();
  await button(bob, 'Close').tap();

  // The gallery has it too, until it is deleted.
  await button(bob, 'FIELD NOTES').tap();
  const tile = bob.getByRole('dialog').getByRole('button', { name: /^Image from commander/ });
  await expect(tile).toHaveCount(1);
  await inspect(bob, 'the gallery');
  const columns = () =>
    tile.evaluate((button) => {
      let grid: Element | null = button;
      while (grid && getComputedStyle(grid).display !== 'grid') grid = grid.parentElement;
      return grid ? getComputedStyle(grid).gridTemplateColumns.split(' ').length : 0;
    });
  expect(await columns()).toBe(3);
  await bob.setViewportSize({ width: 1440, height: 900 });
  expect(await columns()).toBe(5);
  await bob.setViewportSize(phone);
  const address = await tile.locator('img').evaluate((img: HTMLImageElement) => img.src);
  await last(admin).focus();
  await admin.keyboard.press('Shift+F10');
  await admin.getByRole('menuitem', { name: 'Delete' }).click();
  await admin.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(tile).toHaveCount(0);
  await bob.keyboard.press('Escape');
  await expect(last(bob)).toContainText('Message deleted');
  expect((await bob.request.get(address)).status()).toBeGreaterThanOrEqual(400);
});

test('a voice message is recorded, heard and answered (MEDIA-7, CHAT-38)', async ({ enter }) => {
  const admin = await enter('admin@muster.test', { viewport: phone, hasTouch: true, isMobile: true });
  const ann = await enter('ann@muster.test');
  await openRoom(admin, 'night-watch');
  await openRoom(ann, 'night-watch');

  await button(admin, 'Record a voice message').tap();
  await inspect(admin, 'the recorder');
  await button(admin, 'Record').tap();
  // A busy machine may look only after the second second.
  await expect(admin.getByText(/^0:(?!0[01])[0-5]\d \/ 2:00$/)).toBeVisible();
  await inspect(admin, 'the recorder at work');
  await button(admin, 'Stop').tap();
  await expect(admin.getByRole('dialog').getByRole('slider', { name: 'Position' })).toBeVisible();
  await admin.getByRole('textbox', { name: 'Transcript (optional)' }).fill('Three beeps from the gate.');
  await inspect(admin, 'what was recorded');
  await button(admin, 'Send').last().tap();
  await expect(admin.getByRole('dialog')).toBeHidden();

  const message = ann
    .getByRole('listitem')
    .filter({ has: ann.getByRole('slider') })
    .last();
  const position = message.getByRole('slider', { name: 'Position' });
  // Two seconds at least; a busy machine stops later.
  await expect(position).toHaveAttribute('aria-valuetext', /^0:00 of \d:(?!0[01])[0-5]\d$/);
  // It may be over before a busy machine looks, so the page writes down what was shown.
  const shown = await position.evaluateHandle((slider) => {
    const texts: string[] = [];
    const note = () => texts.push(slider.getAttribute('aria-valuetext') ?? '');
    new MutationObserver(note).observe(slider, { attributeFilter: ['aria-valuetext'] });
    return texts;
  });
  await message.getByRole('button', { name: 'Play' }).click();
  await expect.poll(() => shown.evaluate((texts) => texts.join('; '))).toMatch(/0:0[1-9] of/);
  await message.getByText('Transcript').click();
  await expect(message.getByText('Three beeps from the gate.')).toBeVisible();
  await inspect(ann, 'a voice message');

  // The sender heard it better, and everybody reads that.
  await last(admin).focus();
  await admin.keyboard.press('Shift+F10');
  await admin.getByRole('menuitem', { name: 'Transcript' }).click();
  const words = admin.getByRole('dialog', { name: 'Transcript' }).getByRole('textbox');
  await expect(words).toHaveValue('Three beeps from the gate.');
  await words.fill('Four beeps from the gate.');
  await inspect(admin, 'the transcript of a sent message');
  await button(admin, 'Save').tap();
  await expect(admin.getByRole('dialog')).toBeHidden();
  await expect(message.getByText('Four beeps from the gate.')).toBeVisible();

  // Whoever keeps order reads what stood there before.
  await last(admin).focus();
  await admin.keyboard.press('Shift+F10');
  await admin.getByRole('menuitem', { name: 'Earlier texts' }).click();
  const earlier = admin.getByRole('dialog', { name: 'Earlier texts' });
  await expect(earlier.getByText('Three beeps from the gate.')).toBeVisible();
  await inspect(admin, 'the earlier transcript');
});

// What is heard is read too: the sender gives the captions with the video, and others later.
test('a video has captions, and other captions later', async ({ enter }) => {
  const admin = await enter('admin@muster.test');
  const bob = await enter('bob@muster.test', { viewport: phone, hasTouch: true, isMobile: true });
  await openRoom(admin, 'field-notes');
  await openRoom(bob, 'field-notes');
  const captions = (words: string) => ({
    name: 'watchfire.vtt',
    mimeType: 'text/vtt',
    buffer: Buffer.from(`WEBVTT\n\n00:00.000 --> 00:59.000\n${words}\n`),
  });

  const dialog = admin.getByRole('dialog');
  await button(admin, 'Attach a file').click();
  await dialog.locator('input[type=file]').first().setInputFiles(film);
  await dialog.getByLabel('Captions (optional)').setInputFiles(captions('The watchfire crackles.'));
  await expect(dialog.getByText('watchfire.vtt')).toBeVisible();
  await inspect(admin, 'a video with captions');
  await button(admin, 'Upload and send').click();
  await expect(dialog).toBeHidden();

  const video = bob.getByLabel('Video from commander').last();
  await expect(video).toBeVisible();
  await video.evaluate((element: HTMLVideoElement) => {
    element.muted = true;
    element.loop = true;
    return element.play();
  });
  const read = () =>
    video.evaluate((element: HTMLVideoElement) =>
      [...element.textTracks].flatMap((track) =>
        [...(track.activeCues ?? [])].map((cue) => `${track.mode}: ${(cue as VTTCue).text}`),
      ),
    );
  await expect.poll(read).toEqual(['showing: The watchfire crackles.']);
  await inspect(bob, 'a video that plays with captions');

  await last(admin).focus();
  await admin.keyboard.press('Shift+F10');
  await admin.getByRole('menuitem', { name: 'Captions' }).click();
  await dialog.getByLabel('Replace captions').setInputFiles(captions('Wood cracks in the fire.'));
  await inspect(admin, 'the captions of a sent video');
  await button(admin, 'Save').click();
  await expect(dialog).toBeHidden();
  await expect.poll(read).toEqual(['showing: Wood cracks in the fire.']);
});
