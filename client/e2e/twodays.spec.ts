// Two days of members whose pages stay open: the clock goes on, the server ends and another
// build of it starts meanwhile. Nothing shown is of yesterday, empty or dead.
import { expect, type Page } from '@playwright/test';
import { desk, line, openRoom, phone, say } from './people';
import { test } from './server';
import { failing, lookAgain, secondTab } from './tabs';

test.describe.configure({ timeout: 240_000 });

const dead = /Something went wrong|Unable to load|could not be loaded|Failed to load/i;

const content = async (page: Page) => (await page.locator('main').textContent()) ?? '';

/** What no screen shows the next day. */
async function isAlive(page: Page) {
  await expect(page.locator('main')).toBeVisible();
  await expect(page.getByText(dead)).toHaveCount(0);
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
}

for (const [name, viewport] of [
  ['a phone', phone],
  ['a desk', desk],
] as const) {
  test(`on ${name} the second day begins without a reload (CHK-1, ROOM-1, GEN-19)`, async ({
    enter,
    server,
  }) => {
    const email = viewport === phone ? 'ann@muster.test' : 'bob@muster.test';
    const room = await enter(email, { viewport });
    await server.onItsDay(room);
    await openRoom(room, 'field-notes');
    const words = `The first evening on ${name}`;
    await say(room, words);
    await expect(line(room, words)).toBeVisible();
    const separators = room.getByRole('list', { name: 'Messages' }).getByText('Today', { exact: true });
    await expect(separators).toHaveCount(1);
    const checkin = await secondTab(room, '/checkin');
    const rooms = await secondTab(room, '/chat');
    await checkin.getByRole('button', { name: /CHECK IN NOW/ }).click();
    await expect(checkin.getByText('CHECKED IN TODAY')).toBeVisible();
    await expect(rooms.getByText('Field Notes')).toBeVisible();
    const draft = `Half a thought on ${name}`;
    await room.getByRole('textbox', { name: 'Message' }).fill(draft);

    // The night: the day passes, and the server is ended while the pages stay open.
    await server.nextDay(room, checkin, rooms);
    await server.end();
    for (const page of [rooms, checkin]) await lookAgain(page);
    await expect(rooms.getByText('Field Notes')).toBeVisible();
    await server.start(server.anotherBuild());
    for (const page of [room, checkin, rooms]) await lookAgain(page);

    await expect(checkin.getByRole('button', { name: /CHECK IN NOW/ })).toBeVisible({ timeout: 60_000 });
    await checkin.getByRole('button', { name: /CHECK IN NOW/ }).click();
    await expect(checkin.getByText('CHECKED IN TODAY')).toBeVisible();
    const again = `The second morning on ${name}`;
    await expect(room.getByRole('textbox', { name: 'Message' })).toHaveValue(draft);

    // Another build is served: it is offered, and what is typed outlives the reload.
    for (const page of [room, rooms, checkin]) {
      const offer = page.getByRole('button', { name: 'Reload' });
      await expect(offer).toBeVisible({ timeout: 60_000 });
      await offer.click();
      await expect(offer).toHaveCount(0);
    }
    await expect(room.getByRole('textbox', { name: 'Message' })).toHaveValue(draft);
    await say(room, again);
    await expect(line(room, again)).toBeVisible();
    await expect(separators).toHaveCount(1);
    await expect(room.getByText('Yesterday', { exact: true })).toBeVisible();

    // Every screen answers, and what came once outlives an answer that fails.
    const page = rooms;
    for (const path of ['/dashboard', '/chat', '/profile', '/rank', '/checkin', '/decrypt', '/emergency']) {
      await page.goto(path);
      await isAlive(page);
      const shown = await content(page);
      const answers = await failing(page, /\/api\//);
      await lookAgain(page);
      await isAlive(page);
      expect((await content(page)).length, path).toBeGreaterThan(shown.length / 2);
      await answers();
      await lookAgain(page);
      await isAlive(page);
    }
    for (const one of [room, checkin, rooms]) await one.close();
  });
}
