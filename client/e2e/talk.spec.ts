// Two members in two real browsers: they talk, reply, react, delete, lose the
// line and catch up.
import { expect, type Page } from '@playwright/test';
import { call, line, lines, longPress, openMenu, openRoom, phone, say, test } from './people';

test('two members talk, reply, react and delete (CHAT-7, CHAT-11, CHAT-20, CHAT-21, CHAT-25)', {
  tag: '@main',
}, async ({ enter }) => {
  const ann = await enter('ann@muster.test');
  const bob = await enter('bob@muster.test', { viewport: phone, hasTouch: true, isMobile: true });
  for (const page of [ann, bob]) await page.emulateMedia({ reducedMotion: 'no-preference' });
  await openRoom(ann, 'field-notes');
  await openRoom(bob, 'field-notes');
  await expect(ann.getByText('2 online')).toBeVisible();

  const question = `Is the east gate open? ${Date.now()}`;
  await ann.getByRole('textbox', { name: 'Message' }).pressSequentially('Is');
  await expect(bob.getByText('ann is typing')).toBeVisible();
  await say(ann, question);
  await expect(line(bob, question)).toBeVisible();
  await expect(bob.getByText('ann is typing')).toBeHidden();
  await expect(lines(ann, question)).toHaveCount(1);

  // Bob answers from the phone: a long press opens the sheet.
  await longPress(bob, line(bob, question).getByText(question), bob.getByRole('dialog'));
  await bob.getByRole('dialog').getByRole('button', { name: 'Reply' }).click();
  await expect(bob.getByRole('form', { name: 'Write a message' })).toContainText('replying to ann');
  const answer = `It is, until ten. ${Date.now()}`;
  await say(bob, answer);
  await expect(line(ann, answer)).toContainText('ann');
  await expect(line(ann, answer)).toContainText('Is the east gate open?');

  // Ann reacts; both see it, and see it taken back.
  await openMenu(ann, line(ann, answer).getByText(answer, { exact: true }));
  await ann.getByRole('menuitem', { name: /^React with thumbs up/i }).click();
  await expect(line(bob, answer).getByRole('list', { name: 'Reactions' })).toContainText('1');
  await line(ann, answer).getByRole('list', { name: 'Reactions' }).getByRole('button').first().click();
  await expect(line(bob, answer).getByRole('list', { name: 'Reactions' })).toBeHidden();

  // Ann deletes the question: the text is gone for both, in the reply too.
  await line(ann, question).focus();
  await ann.keyboard.press('Shift+F10');
  await ann.getByRole('menuitem', { name: 'Delete' }).click();
  await ann.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(bob.getByText(question)).toHaveCount(0);
  await expect(ann.getByText(question)).toHaveCount(0);
  await bob.reload();
  await expect(line(bob, answer)).toBeVisible();
  await expect(bob.getByText(question)).toHaveCount(0);
});

test('a lost line is taken up again: nothing missed, nothing doubled (WS-14, WS-16, WS-29)', {
  tag: '@main',
}, async ({ enter }) => {
  const ann = await enter('ann@muster.test');
  const bob = await enter('bob@muster.test');
  let down = false;
  const sockets: { close(options?: { code?: number }): Promise<void> }[] = [];
  await bob.routeWebSocket('/ws/chat', (ws) => {
    if (down) {
      void ws.close({ code: 1013 });
      return;
    }
    ws.connectToServer();
    sockets.push(ws);
  });
  await openRoom(ann, 'night-watch');
  await openRoom(bob, 'night-watch');
  await say(ann, 'Before the line broke');
  await expect(line(bob, 'Before the line broke')).toBeVisible();

  down = true;
  for (const ws of sockets.splice(0)) await ws.close({ code: 1001 });
  const missed = [1, 2, 3].map((n) => `While Bob was away, ${n}`);
  for (const text of missed) {
    await say(ann, text);
    await expect(line(ann, text)).toBeVisible();
  }
  // What Bob sends meanwhile waits on his side, and is not lost.
  await say(bob, 'Sent without a line');
  await expect(ann.getByText('Sent without a line')).toHaveCount(0);

  // The network is back: the pause, which grows to half a minute, is not waited for.
  down = false;
  await bob.context().setOffline(true);
  await bob.context().setOffline(false);
  await expect(line(bob, 'While Bob was away, 3')).toBeVisible({ timeout: 45_000 });
  await expect(line(ann, 'Sent without a line')).toBeVisible();
  for (const text of [...missed, 'Sent without a line']) {
    await expect(lines(bob, text)).toHaveCount(1);
    await expect(lines(ann, text)).toHaveCount(1);
  }
});

test('letters of other scripts are drawn in the page’s own face, fetched where they stand', async ({
  enter,
}) => {
  const ann = await enter('ann@muster.test');
  const fetched: string[] = [];
  ann.on('request', (request) => {
    const [, script] = /ibm-plex-sans-([a-z-]+)-\d+-normal/.exec(request.url()) ?? [];
    if (script) fetched.push(script);
  });
  await openRoom(ann, 'field-notes');
  const faces = (script: string) =>
    ann.evaluate((letters) => document.fonts.check("16px 'IBM Plex Sans'", letters), script);
  await say(ann, `Only Latin letters, naïve façade. ${Date.now()}`);
  await ann.evaluate(() => document.fonts.ready.then(() => {}));
  expect(fetched.filter((script) => script !== 'latin')).toEqual([]);

  for (const [script, words] of [
    ['cyrillic', 'Привет, армия'],
    ['greek', 'Καλημέρα'],
    ['latin-ext', 'Žluťoučký kůň'],
  ] as const) {
    expect(await faces(words), script).toBe(false);
    await say(ann, `${words} ${Date.now()}`);
    await expect.poll(() => faces(words)).toBe(true);
    expect(fetched).toContain(script);
  }
});

test('markup stays text wherever it is shown (SEC-1)', async ({ enter }) => {
  const admin = await enter('admin@muster.test');
  const ann = await enter('ann@muster.test');
  for (const page of [admin, ann]) await page.goto('/dashboard');
  const stamp = Date.now();
  const attack = `<b data-attack>${stamp}</b><img src=x onerror="document.body.dataset.attack=1">`;
  const shown = (page: Page) => page.getByText(`<b data-attack>${stamp}`).filter({ visible: true }).first();
  const isText = async (page: Page, where: string) => {
    await expect(shown(page), where).toBeVisible();
    expect(await page.locator('[data-attack]').count(), where).toBe(0);
  };
  // What a room is called and is for.
  const title = attack.slice(0, 60);
  const { room } = await call(admin, 'POST', '/admin/rooms', {
    name: `attack-${stamp}`,
    display_name: title,
    description: attack,
  });
  const access = { user_email: 'ann@muster.test', room_id: room.id, access_level: 'member' };
  await call(admin, 'POST', '/admin/room-access', access);
  await ann.goto('/chat');
  await isText(ann, 'the list of rooms');

  // A message, its answer, its earlier text, a pin, a mention, a search, a report.
  await openRoom(admin, room.id);
  await openRoom(ann, room.id);
  await say(ann, `@commander first ${attack}`);
  await isText(ann, 'a message');
  await isText(admin, 'a message of another');
  const history = await call(ann, 'GET', `/chat/room/${room.id}/messages`);
  const messageId = history.messages.at(-1).id;
  await openMenu(admin, line(admin, 'first').getByText('first').first());
  await admin.getByRole('menuitem', { name: 'Reply' }).click();
  await say(admin, 'I see');
  await expect(line(ann, 'I see')).toContainText('<b data-');
  const field = ann.getByRole('textbox', { name: 'Message' });
  await field.press('ArrowUp');
  await field.fill(`@commander edited ${attack}`);
  await field.press('Enter');
  await expect(line(admin, 'edited')).toBeVisible();
  await call(admin, 'POST', `/chat/room/${room.id}/pins`, { messageId });
  await expect(ann.getByRole('region', { name: 'Pinned' })).toContainText('<b data-attack>');
  await call(ann, 'PATCH', '/profile/bio', { bio: attack });
  await call(admin, 'POST', '/chat/report', { messageId, reason: 'other', note: attack });
  await ann.keyboard.press('Control+k');
  await ann.getByRole('dialog').getByRole('searchbox').fill(`${stamp}`);
  await expect(ann.getByRole('dialog').locator('mark').first()).toBeVisible();
  await isText(ann, 'a result of the search');

  await admin.getByRole('button', { name: 'Room options' }).click();
  await admin.getByRole('menuitem', { name: 'Mentions' }).click();
  await expect(admin.getByRole('dialog')).toContainText('<b data-attack>');
  await admin.keyboard.press('Escape');
  await admin
    .getByRole('list', { name: 'Messages' })
    .getByRole('button', { name: 'ann', exact: true })
    .first()
    .click();
  await expect(admin.getByRole('dialog', { name: '@ann' })).toContainText('<b data-attack>');
  for (const tab of ['rooms', 'reports', 'audit']) {
    await admin.goto(`/admin?tab=${tab}`);
    await isText(admin, `the tab ${tab}`);
  }
  for (const page of [admin, ann]) expect(await page.locator('[data-attack]').count()).toBe(0);
  await call(ann, 'PATCH', '/profile/bio', { bio: '' });
  await call(admin, 'DELETE', `/admin/rooms/${room.id}`);
});

test('a member without a username is asked for one (ROOM-3, NAME-5, WS-22)', { tag: '@main' }, async ({
  enter,
}) => {
  const page = await enter('newbie@muster.test');
  await page.goto('/chat');
  await expect(page.getByText('Username Required')).toBeVisible();
  await page.getByRole('button', { name: 'Set Username' }).click();
  const field = page.getByRole('dialog').getByRole('textbox');
  const submit = page.getByRole('dialog').getByRole('button', { name: /set username/i });
  await field.fill('ann');
  await expect(submit).toBeDisabled();
  await field.fill('fresh_recruit');
  await expect(submit).toBeEnabled();
  await submit.click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await openRoom(page, 'general');
  await say(page, 'Reporting for duty');
  await expect(line(page, 'Reporting for duty')).toBeVisible();
});

test('a closed room and an absent one look alike (ROOM-8, ROOM-10)', async ({ enter }) => {
  const page = await enter('bob@muster.test');
  for (const room of ['officers-mess', 'no-such-room']) {
    await page.goto(`/chat/${room}`);
    await expect(page.getByText('You do not have access to this chat room')).toBeVisible();
    await expect(page).toHaveURL(/\/chat$/);
  }
});
