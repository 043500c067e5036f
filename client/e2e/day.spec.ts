// A day of an administrator: a room is made and opened, a member is put out of
// it in the middle of a word, a report, an emergency and a campaign are dealt
// with, and the audit log has all of it. What happens is watched live. Two
// nodes carry the day, and die under the campaign and the pages.
import { expect, type Page } from '@playwright/test';
import { type Cluster, names, test } from './cluster';
import { inspect } from './inspect';
import { call, countSockets, line, openMenu, openRoom, say } from './people';

// What waits there is said behind the name.
const tab = (page: Page, name: string) =>
  page.getByRole('tab', { name: new RegExp(`^${name}(\\s*,|$)`) }).click();

interface Sent {
  messages: { to: string; subject: string }[];
}

/** Kills one node after the other, whichever carries the page and whichever sends. */
async function killEach(cluster: Cluster, watch: Page) {
  for (const name of names) {
    const gone = cluster.gone(name);
    cluster.end(name, 'SIGKILL');
    await gone;
    await expect(watch.getByText('Live', { exact: true })).toBeVisible();
    await cluster.isUp(name);
  }
}

/** Where a campaign's mails went, by what its results say and by the outbox. */
async function whoGot(page: Page, campaign: string, subject: string) {
  const { campaigns } = await call(page, 'GET', '/notifications/history');
  const { id, ...counts } = campaigns.find((one: { name: string }) => one.name === campaign);
  const { deliveries } = await call(page, 'GET', `/notifications/deliveries/${id}`);
  const reply = await page.request.get('/dev/outbox', { headers: { Accept: 'application/json' } });
  const { messages } = (await reply.json()) as Sent;
  const mails = messages.filter((mail) => mail.subject === subject).map(({ to }) => to);
  return { counts, deliveries: deliveries as { status: string }[], mails };
}

test('an administrator makes a room, bans, answers a report and an emergency, and sends a campaign whose nodes are killed (ADM-5 to ADM-13, CHAT-33, WS-28, NOTIF-1, NOTIF-11, P10)', async ({
  enter,
  cluster,
}, info) => {
  const admin = await enter('admin@muster.test');
  const bob = await enter('bob@muster.test');
  const stamp = Date.now();
  const id = `watch-${stamp}`;
  const name = `The Watch ${stamp}`;
  const card = admin.getByRole('listitem').filter({ has: admin.getByRole('button', { name, exact: true }) });
  const field = bob.getByRole('textbox', { name: 'Message' });

  // Activity stays open beside the rest.
  const watch = await admin.context().newPage();
  await watch.goto('/admin?tab=activity');
  await expect(watch.getByText('Live', { exact: true })).toBeVisible();
  const happens = (words: RegExp) =>
    expect(watch.getByRole('listitem').filter({ hasText: words }).first()).toBeVisible();

  // A room, closed until access is granted.
  await admin.goto('/admin');
  await admin.getByRole('button', { name: 'Create Room' }).click();
  const create = admin.getByRole('dialog', { name: 'Create New Chat Room' });
  await create.getByRole('textbox', { name: 'Room ID' }).fill(`Watch ${stamp}`);
  await expect(create.getByRole('textbox', { name: 'Room ID' })).toHaveValue(id);
  await create.getByRole('textbox', { name: 'Display name' }).fill(name);
  await create.getByRole('textbox', { name: 'Display name' }).press('Enter');
  await expect(admin.getByText('Room created successfully')).toBeVisible();
  await expect(card.getByText('Nobody has access yet')).toBeVisible();
  await bob.goto(`/chat/${id}`);
  await expect(bob.getByText('You do not have access to this chat room')).toBeVisible();

  await card.getByRole('button', { name: 'Grant Access' }).click();
  const grant = admin.getByRole('dialog', { name: 'Grant Room Access' });
  await grant.getByRole('textbox').fill('nobody-here@muster.test');
  await grant.getByRole('textbox').press('Enter');
  await expect(grant.getByRole('alert').filter({ hasText: /./ })).toBeVisible();
  await grant.getByRole('textbox').fill('bob@muster.test');
  await grant.getByRole('combobox', { name: 'Access level' }).selectOption('moderator');
  await grant.getByRole('button', { name: 'Grant Access' }).click();
  await expect(admin.getByText('Access granted successfully')).toBeVisible();
  await expect(card.getByRole('row', { name: /bob@muster.test @bob Moderator/ })).toBeVisible();
  await openRoom(bob, id);
  await happens(new RegExp(`@bob entered ${name}`));

  // Bob is put out in the middle of a word, and let in again.
  const desk = await admin.context().newPage();
  await openRoom(desk, id);
  await say(desk, `Welcome to the watch ${stamp}`);
  await expect(line(bob, `Welcome to the watch ${stamp}`)).toBeVisible();
  await field.pressSequentially('I was about to');
  await expect(desk.getByText('bob is typing')).toBeVisible();
  const sockets = countSockets(bob);
  await tab(admin, 'Users');
  await admin.getByRole('searchbox', { name: 'Search users' }).fill('bob');
  await admin.getByRole('button', { name: 'Bob Baker' }).click();
  await admin.getByRole('dialog').getByRole('tab', { name: 'Admin Actions' }).click();
  await admin.getByRole('button', { name: 'Ban', exact: true }).click();
  await expect(admin.getByText(/^Banned until/).first()).toBeVisible();
  try {
    await expect(bob.getByText('You are currently banned from chat')).toBeVisible();
    await expect(field).toHaveCount(0);
    await expect(desk.getByText('bob is typing')).toBeHidden();
    await happens(/@commander banned\s+@bob until/);
    // It stays, and no connection is tried again.
    await expect(bob.getByText('You are currently banned from chat')).toBeVisible();
    expect(sockets()).toBe(0);
    await admin.getByRole('button', { name: 'Lift Ban' }).click();
    await happens(/@commander let\s+@bob\s+back into chat/);
  } finally {
    // Other walks need bob.
    const path = `/admin/users/${await bob.evaluate(() => JSON.parse(localStorage.getItem('user') ?? '{}').id)}`;
    await call(admin, 'PATCH', `${path}/chat-access`, { enabled: true });
  }
  await admin.keyboard.press('Escape');
  await openRoom(bob, id);

  // Bob reports what was said, and the report is answered.
  const said = `Welcome to the watch ${stamp}`;
  await openMenu(bob, line(bob, said).getByText(said));
  await bob.getByRole('menuitem', { name: 'Report' }).click();
  await bob.getByRole('radio', { name: 'Spam or advertising' }).check();
  await inspect(bob, 'the report');
  await bob.getByRole('button', { name: 'Send report' }).click();
  await expect(bob.getByText('Thank you. The report was sent.')).toBeVisible();
  await tab(admin, 'Reports');
  const report = admin.getByRole('listitem').filter({ hasText: said }).first();
  await report.getByRole('button', { name: 'Close report' }).click();
  await admin.getByRole('radio', { name: /^Deleted/ }).check();
  await admin.getByRole('dialog').getByRole('button', { name: 'Close report' }).click();
  await expect(admin.getByText('Report closed')).toBeVisible();
  await expect(bob.getByText(said)).toHaveCount(0);
  // The member who reported has one notice.
  await bob.reload();
  await expect(bob.getByRole('dialog').getByText('was looked at')).toBeVisible();
  await bob.getByRole('button', { name: 'All right' }).click();

  // An emergency comes by itself into the open inbox.
  await tab(admin, 'Emergency');
  const cry = `The bridge is out ${stamp}`;
  // The hour's quota of bob may be used up by a walk that failed.
  const sender = info.retry === 0 ? 'bob' : 'ann';
  const caller = await enter(`${sender}@muster.test`);
  await caller.goto('/emergency');
  await caller.getByRole('textbox').fill(cry);
  await caller.getByRole('button', { name: 'SEND EMERGENCY MESSAGE' }).click();
  await caller.getByRole('button', { name: 'SEND NOW' }).click();
  const emergency = admin.getByRole('listitem').filter({ hasText: cry });
  await expect(emergency).toContainText(`@${sender}`);
  await happens(new RegExp(`@${sender} sent an emergency message`));
  await emergency.getByRole('button', { name: 'Acknowledge' }).click();
  await admin.getByRole('radio', { name: 'Acknowledged' }).check();
  await emergency.getByRole('button', { name: 'Resolve' }).click();
  await admin.getByRole('dialog').getByRole('textbox').fill('A boat is on its way.');
  await admin.getByRole('dialog').getByRole('button', { name: 'Resolve' }).click();
  await expect(emergency).toHaveCount(0);

  // A campaign is sent to the end, though the nodes are killed under it.
  const subject = `The bridge is out ${stamp}`;
  await tab(admin, 'Notifications');
  await admin.getByRole('combobox', { name: 'Recipients' }).selectOption('all');
  await admin.getByRole('textbox', { name: 'Campaign Name' }).fill(`Bridge ${stamp}`);
  await admin.getByRole('textbox', { name: 'Subject' }).fill(subject);
  await admin.getByRole('textbox', { name: 'Message' }).fill('Take the boat.');
  await admin.getByRole('button', { name: 'Send Notification' }).click();
  await admin.getByRole('dialog').getByRole('button', { name: 'Send', exact: true }).click();
  await expect(admin.getByRole('region', { name: `Bridge ${stamp}` })).toBeVisible();
  await killEach(cluster, watch);
  await expect(admin.getByText(/Campaign completed! Sent: \d+, Failed: \d+/)).toBeVisible({
    timeout: 60_000,
  });
  const { counts, deliveries, mails } = await whoGot(admin, `Bridge ${stamp}`, subject);
  expect(new Set(mails).size, 'nobody got two').toBe(mails.length);
  expect(deliveries.filter(({ status }) => !['sent', 'failed', 'unknown'].includes(status))).toEqual([]);
  expect(deliveries).toHaveLength(counts.recipient_count);
  expect(counts.success_count + counts.failure_count).toBe(counts.recipient_count);
  expect(mails.length).toBeGreaterThanOrEqual(counts.success_count);

  // The room goes.
  await tab(admin, 'Chat Management');
  await admin.getByRole('button', { name: `Delete ${name}` }).click();
  const confirm = admin.getByRole('dialog', { name: `Delete ${name}?` });
  await expect(confirm).toContainText('This cannot be undone.');
  await confirm.getByRole('button', { name: 'Delete Room' }).click();
  await expect(admin.getByText('Room deleted successfully')).toBeVisible();
  await expect(card).toHaveCount(0);
  await expect(admin.getByRole('button', { name: 'Delete General' })).toHaveCount(0);

  // All of it stands in the audit log, with what was changed.
  await tab(admin, 'Audit Log');
  const entry = (action: string, about: string) =>
    expect(
      admin.getByRole('row').filter({ hasText: action }).filter({ hasText: about }).first(),
    ).toContainText('@commander');
  await entry('Room created', name);
  await entry('Room access granted', '@bob');
  await entry('Chat access changed', '@bob');
  await entry('Report closed', 'deleted');
  await entry('Emergency resolved', `@${sender}`);
  await entry('Campaign sent', `Bridge ${stamp}`);
  await entry('Room deleted', name);
});
