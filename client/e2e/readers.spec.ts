// What a screen reader is given on the main paths: the tree of names and roles, in the order
// in which it is read. A part of each that has to stay; numbers and times may be others.
import { expect } from '@playwright/test';
import { askForCode, desk, openRoom, phone, test } from './people';

test('signing in is read as a choice, a field and a button', { tag: '@main' }, async ({
  browser,
  baseURL,
}) => {
  const page = await browser.newPage({ baseURL, viewport: phone });
  await page.goto('/login');
  await page.getByRole('radio', { name: 'Email' }).check();
  await expect(page.locator('body')).toMatchAriaSnapshot(`
    - navigation "Skip":
      - link "Skip to the content"
    - main:
      - heading "Muster" [level=1]
      - group "Sign in with":
        - radio "Phone"
        - radio "Email" [checked]
      - textbox "Email address"
      - button "LOGIN" [disabled]
    - contentinfo:
      - group "Language":
        - button "English" [pressed]
  `);
  await askForCode(page, 'stranger@muster.test');
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - heading "Muster" [level=1]
      - status
      - textbox "Login code, 6 digits"
  `);
  await page.close();
});

test('a member’s day is read from the briefing to the room', { tag: '@main' }, async ({ enter }) => {
  const page = await enter('ann@muster.test', { viewport: phone });
  await page.goto('/dashboard');
  await expect(page.locator('body')).toMatchAriaSnapshot(`
    - banner:
      - button /Ann Archer.*menu/
    - main:
      - heading "Dashboard" [level=1]
      - region "Briefing":
        - term: Points
        - definition: /\\d/
        - term: Streak
        - definition: /days/
      - link /GROUP CHAT/
      - navigation "Sections":
        - link /DECRYPT/
        - link /CHECK-IN/
        - link /MY RANK/
        - link /EMERGENCY/
        - link /CONTRIBUTE/
        - button /LOGOUT/
    - contentinfo: SESSION MONITORED
    - region "Notices"
  `);
  await page.goto('/checkin');
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - heading "Check-in" [level=1]
      - list "The last seven days":
        - listitem: /day, \\w+ \\d+/
      - region "Today"
      - term: Current Streak
      - region "HOW IT WORKS":
        - heading "HOW IT WORKS" [level=2]
      - region "RECENT POINTS ACTIVITY":
        - heading "RECENT POINTS ACTIVITY" [level=2]
  `);
  await openRoom(page, 'campfire');
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - link "Back to dashboard"
      - heading "CAMPFIRE STORIES" [level=1]
      - paragraph:
        - button /online.*people in this room/
      - status
      - list "Messages":
        - paragraph: Arrow keys move between messages, Enter opens the actions of one.
        - listitem:
          - paragraph: /.+/
          - time: /\\d/
          - button "Actions"
      - form "Write a message":
        - textbox "Message"
        - button "Insert an emoji"
        - button "Send a GIF"
        - button "Send" [disabled]
      - log "New messages"
  `);
});

test('the back office is read as a list of tabs and the table of one', async ({ enter }) => {
  const page = await enter('admin@muster.test', { viewport: desk });
  await page.goto('/admin?tab=users');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await expect(page.getByRole('tablist')).toMatchAriaSnapshot(`
    - tablist:
      - tab "Users" [selected]
      - tab /^Applications/
      - tab /^Emergency/
      - tab "Audit Log"
  `);
  await expect(page.getByRole('tabpanel')).toMatchAriaSnapshot(`
    - tabpanel:
      - search "Users":
        - searchbox "Search users"
        - group "Filter":
          - radio "All" [checked]
      - status: /\\d+ users Press \\/ to search/
      - table "Users":
        - rowgroup:
          - row:
            - columnheader "Name":
              - button "Name"
        - rowgroup:
          - row:
            - rowheader:
              - button
  `);

  // A system's own colours take backgrounds away, by which alone both were drawn.
  await page.getByRole('tab', { name: 'Chat Management' }).click();
  const create = page.getByRole('button', { name: 'Create Room' });
  await expect(create).toHaveCSS('border-top-width', '1px');
  const chosen = page.getByRole('tab', { selected: true });
  expect(await chosen.evaluate((tab) => getComputedStyle(tab, '::after').borderBottomWidth)).toBe('2px');
});

// They were drawn by backgrounds alone, too, and looked empty.
test('bars are filled in the colours of a system', async ({ enter }) => {
  const page = await enter('ann@muster.test', { viewport: desk, forcedColors: 'active' });
  for (const screen of ['/checkin', '/my-rank']) {
    await page.goto(screen);
    const fill = page.locator('main span[style*="inline-size"]').first();
    await expect(fill).toBeAttached();
    const [inside, around] = await fill.evaluate((span) =>
      [span, span.parentElement ?? span].map((one) => getComputedStyle(one).backgroundColor),
    );
    expect(inside, screen).not.toBe(around);
  }
});
