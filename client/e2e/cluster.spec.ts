// Two members on two nodes: they talk across, and the nodes end under them,
// killed and drained, while nothing is lost, doubled or asked of anybody.
import { expect, type Page } from '@playwright/test';
import { type Cluster, type NodeName, names, test } from './cluster';
import { type Enter, line, openRoom, phone, say } from './people';

const room = 'night-watch';
const backWithin = 8_000; // the longest that nothing may arrive after a node's death

const field = (page: Page) => page.getByRole('textbox', { name: 'Message' });
const list = (page: Page) => page.getByRole('list', { name: 'Messages' });
const connected = (page: Page) => page.locator('header').getByText('Connected', { exact: true });

/** Ann at a desk and Bob on a phone, each on a node of their own. */
async function apart(enter: Enter, cluster: Cluster) {
  const ann = await enter('ann@muster.test');
  const bob = await enter('bob@muster.test', { viewport: phone, hasTouch: true, isMobile: true });
  for (const name of names) await cluster.isUp(name);
  await cluster.holds(0); // the walk before has left
  const annAt = await cluster.nodeOf(() => openRoom(ann, room));
  let bobAt: NodeName | undefined;
  do {
    await bob.goto('about:blank'); // other pages have a socket of their own
    await cluster.holds(1);
    bobAt = await cluster.nodeOf(() => openRoom(bob, room));
  } while (bobAt === annAt);
  for (const page of [ann, bob]) await expect(page.getByText('2 online')).toBeVisible();
  return { ann, bob, annAt, bobAt };
}

/** Remembers what should never be on this screen, however short. */
async function watch(page: Page, mark: string) {
  await page.evaluate((marked) => {
    const faults = new Set<string>();
    Object.assign(window, { faults });
    new MutationObserver(() => {
      if (!location.pathname.startsWith('/chat/')) faults.add(`at ${location.pathname}`);
      if (document.body.textContent.includes('Something went wrong')) faults.add('crashed');
      const rows = [...document.querySelectorAll<HTMLElement>('[data-key]')];
      const texts = rows.flatMap(
        (row) => row.textContent?.match(new RegExp(`${marked} \\w+ \\d+\\.`))?.[0] ?? [],
      );
      for (const text of texts.filter((t, i) => texts.indexOf(t) !== i)) faults.add(`twice: ${text}`);
      for (const alert of document.querySelectorAll('[role=alert]'))
        faults.add(`alert: ${alert.textContent}`);
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
  }, mark);
  return () => page.evaluate(() => [...(window as unknown as { faults: Set<string> }).faults]);
}

/** The lines of this walk as the list shows them, from its top to its bottom. */
const readThrough = (page: Page, mark: string) =>
  list(page).evaluate(async (element, marked) => {
    const frames = async (n: number) => {
      for (let i = 0; i < n; i++) await new Promise((done) => requestAnimationFrame(done));
    };
    const seen = new Map<string, string>();
    const look = () => {
      const edge = element.getBoundingClientRect();
      for (const row of element.querySelectorAll<HTMLElement>('[data-key]')) {
        const { top, bottom } = row.getBoundingClientRect();
        const text = row.textContent?.match(new RegExp(`${marked} \\w+ \\d+\\.`))?.[0];
        if (text && bottom > edge.top && top < edge.bottom) seen.set(row.dataset.key ?? '', text);
      }
    };
    element.scrollTop = 0;
    await frames(10);
    for (let before = -1; element.scrollTop !== before; await frames(3)) {
      look();
      before = element.scrollTop;
      element.scrollTop += element.clientHeight / 2;
    }
    look();
    return [...seen.values()];
  }, mark);

/** Somebody who writes numbered lines; the full stop parts the number from the time beside it. */
function writer(page: Page, mark: string, name: string) {
  const said: string[] = [];
  return {
    said,
    async write(count: number) {
      for (let i = 0; i < count; i++) {
        said.push(`${mark} ${name} ${said.length + 1}.`);
        await say(page, said.at(-1) ?? '');
      }
    },
  };
}

async function settled(...pages: Page[]) {
  for (const page of pages) {
    await expect(connected(page)).toBeAttached();
    await expect(page.locator('[data-pending]')).toHaveCount(0);
    await expect(page.getByText('2 online')).toBeVisible();
  }
}

test('nodes are killed under two members, and all goes on (WS-14, WS-15, WS-16, WS-31, CHAT-7, P3, P4)', async ({
  enter,
  cluster,
}) => {
  test.setTimeout(180_000);
  const { ann, bob, annAt, bobAt } = await apart(enter, cluster);
  await field(ann).pressSequentially('I');
  await expect(bob.getByText('ann is typing')).toBeVisible();
  await field(bob).pressSequentially('I');
  await expect(ann.getByText('bob is typing')).toBeVisible();

  const mark = `walk${Date.now()}`;
  const [a, b] = [writer(ann, mark, 'ann'), writer(bob, mark, 'bob')];
  const faults = [await watch(ann, mark), await watch(bob, mark)];
  await Promise.all([a.write(10), b.write(10)]);
  await settled(ann, bob);

  // Ann's node dies. She waits, with a half-written line; Bob talks on.
  await field(ann).fill('Half a thought');
  cluster.end(annAt, 'SIGKILL');
  await b.write(5);
  await expect(line(ann, b.said.at(-1) ?? '')).toBeVisible({ timeout: backWithin });
  await expect(field(ann)).toHaveValue('Half a thought');
  await Promise.all([a.write(5), b.write(5)]);
  await settled(ann, bob);

  // It is back, and the other dies with both on it. Both write into the gap.
  await cluster.isUp(annAt);
  cluster.end(bobAt, 'SIGKILL');
  await Promise.all([a.write(10), b.write(5)]);
  for (const page of [ann, bob]) {
    await expect(line(page, b.said.at(-1) ?? '')).toBeVisible({ timeout: backWithin });
  }
  // And once more, the moment it is back: one node after the other.
  await cluster.isUp(bobAt);
  cluster.end(annAt, 'SIGKILL');
  await Promise.all([a.write(5), b.write(5)]);
  await settled(ann, bob);

  const seen = await readThrough(ann, mark);
  expect(await readThrough(bob, mark)).toEqual(seen);
  expect(seen.filter((text) => text.includes(' ann '))).toEqual(a.said);
  expect(seen.filter((text) => text.includes(' bob '))).toEqual(b.said);
  expect(seen).toHaveLength(60);
  for (const of of faults) expect(await of()).toEqual([]);
});

test('a node is drained: who reads up in the history stays there (WS-30, CHAT-16, P20)', async ({
  enter,
  cluster,
}) => {
  test.setTimeout(120_000);
  const { ann, bob, annAt } = await apart(enter, cluster);
  const mark = `drain${Date.now()}`;
  const [a, b] = [writer(ann, mark, 'ann'), writer(bob, mark, 'bob')];
  await b.write(25);
  await expect(line(ann, b.said.at(-1) ?? '')).toBeVisible();
  const faults = [await watch(ann, mark), await watch(bob, mark)];
  await list(ann).evaluate((element) => {
    element.scrollTop = (element.scrollHeight - element.clientHeight) / 2;
  });
  await expect(ann.getByRole('button', { name: 'Newest' })).toBeVisible();
  const key = await list(ann).evaluate((element) => {
    const middle = element.getBoundingClientRect().top + element.clientHeight / 2;
    const rows = [...element.querySelectorAll<HTMLElement>('[data-key]')];
    return rows.find((row) => row.getBoundingClientRect().bottom > middle)?.dataset.key ?? '';
  });
  const read = list(ann).locator(`[data-key="${key}"]`);
  const place = (await read.boundingBox())?.y ?? 0;

  const gone = cluster.gone(annAt);
  cluster.end(annAt, 'SIGTERM');
  await b.write(5);
  await gone;
  await expect(ann.getByRole('button', { name: '5 new messages' })).toBeVisible({ timeout: backWithin });
  expect((await read.boundingBox())?.y).toBeCloseTo(place, 0);
  await a.write(5);
  await settled(ann, bob);
  const seen = await readThrough(ann, mark);
  expect(await readThrough(bob, mark)).toEqual(seen);
  expect(seen).toEqual([...b.said, ...a.said]);
  for (const of of faults) expect(await of()).toEqual([]);
});

test('a page that slept while its node died catches up when it wakes (WS-16)', async ({ enter, cluster }) => {
  test.setTimeout(120_000);
  const { ann, bob, bobAt } = await apart(enter, cluster);
  const mark = `sleep${Date.now()}`;
  const a = writer(ann, mark, 'ann');
  await a.write(1);
  await expect(line(bob, a.said[0] ?? '')).toBeVisible();
  const devtools = await bob.context().newCDPSession(bob);
  await devtools.send('Page.setWebLifecycleState', { state: 'frozen' });
  cluster.end(bobAt, 'SIGKILL');
  await a.write(4);
  await cluster.isUp(bobAt);
  await devtools.send('Page.setWebLifecycleState', { state: 'active' });
  await expect(line(bob, a.said.at(-1) ?? '')).toBeVisible({ timeout: backWithin });
  await settled(ann, bob);
  expect(await readThrough(bob, mark)).toEqual(a.said);
});

test('who was away during a rename sees the new name on what was there (WS-21)', async ({
  enter,
  cluster,
}) => {
  const ann = await enter('ann@muster.test');
  const bob = await enter('bob@muster.test');
  let away = false;
  const lines: { close(options: { code: number; reason?: string }): Promise<void> }[] = [];
  await bob.routeWebSocket('/ws/chat', (ws) => {
    if (away) return void ws.close({ code: 1013, reason: 'full, retry in 3 s' });
    ws.connectToServer();
    lines.push(ws);
  });
  await openRoom(ann, 'field-notes');
  await openRoom(bob, 'field-notes');
  const text = `Who am I? ${Date.now()}`;
  await say(ann, text);
  await expect(line(bob, text)).toContainText('ann');
  away = true;
  for (const ws of lines) await ws.close({ code: 1001 });
  const token = await ann.evaluate(() => localStorage.getItem('token'));
  const reply = await ann.request.post(`${cluster.url}/api/chat/set-username`, {
    headers: { Authorization: `Bearer ${token}` },
    data: { username: 'anna_k' },
  });
  expect(await reply.json()).toMatchObject({ success: true });
  await expect(ann.getByText('Username changed successfully to: @anna_k')).toBeVisible();
  await expect(line(bob, text)).not.toContainText('anna_k');
  away = false;
  await expect(line(bob, text)).toContainText('anna_k', { timeout: 20_000 });
});
