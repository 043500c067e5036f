// What members do with messages besides sending them: name each other, change a
// text, pin one, come back to what is new; and what those who keep order see.
import { expect, type Page } from '@playwright/test';
import { inspect } from './inspect';
import { line, openMenu, openRoom, phone, say, test } from './people';

const room = 'field-notes';
const field = (page: Page) => page.getByRole('textbox', { name: 'Message' });
const menuOf = (page: Page, text: string) => openMenu(page, line(page, text).getByText(text).first());

test('members name each other, edit, pin and find what is new', async ({ enter }) => {
  const [ann, bob, chief] = await Promise.all([
    enter('ann@muster.test'),
    enter('bob@muster.test'),
    enter('admin@muster.test', { viewport: phone }),
  ]);
  const mark = Date.now();
  await openRoom(bob, room);
  await openRoom(ann, room);
  await say(bob, `Bob was here ${mark}`);
  await expect(line(ann, `Bob was here ${mark}`)).toBeVisible();
  await openRoom(bob, 'general');

  // A name completed by keys; it reaches bob in another room.
  await field(ann).pressSequentially('Ask @bo');
  await expect(ann.getByRole('option', { name: '@bob' })).toBeVisible();
  await inspect(ann, 'names on offer');
  await ann.keyboard.press('Tab');
  await expect(field(ann)).toHaveValue('Ask @bob ');
  await ann.keyboard.type(`about it ${mark}`);
  await ann.keyboard.press('Enter');
  const asked = `about it ${mark}`;
  await expect(line(ann, asked)).toBeVisible();
  const row = bob.getByRole('navigation', { name: 'Rooms' }).getByRole('link', { name: /Field Notes/ });
  await expect(row).toContainText(asked);
  await expect(row).toContainText('1 mention of you');
  await bob.getByRole('button', { name: 'Room options' }).click();
  await expect(bob.getByRole('menuitemradio', { name: 'Mentions only' })).toBeVisible();
  await inspect(bob, 'the menu of a room');
  await bob.getByRole('menuitem', { name: 'Mentions' }).click();
  await expect(bob.getByRole('dialog')).toContainText(asked);
  await inspect(bob, 'the sheet of mentions');
  await bob
    .getByRole('dialog')
    .getByRole('button', { name: new RegExp(asked) })
    .click();
  await expect(bob).toHaveURL(new RegExp(`${room}$`));
  await expect(line(bob, asked)).toHaveAttribute('data-mentioned', '');
  await expect(row).not.toContainText('unread');

  // Ann changes her text with the arrow key; moderators see what it was.
  await field(ann).press('ArrowUp');
  await expect(ann.getByText('Editing your message')).toBeVisible();
  await field(ann).fill(`Ask @bob, please ${mark}`);
  await field(ann).press('Enter');
  const edited = `please ${mark}`;
  await expect(line(bob, edited)).toContainText('(edited)');
  await expect(bob.getByText(asked)).toHaveCount(0);
  await openRoom(chief, room);
  await menuOf(chief, edited);
  await chief.getByRole('menuitem', { name: 'Earlier texts' }).click();
  await expect(chief.getByRole('dialog')).toContainText(asked);
  await inspect(chief, 'earlier texts');
  await chief.keyboard.press('Escape');

  // The chief pins it; bob, far up the room, jumps to it.
  await menuOf(chief, edited);
  await chief.getByRole('menuitem', { name: 'Pin' }).click();
  const banner = bob.getByRole('region', { name: 'Pinned' });
  await expect(banner).toContainText(edited);
  await inspect(chief, 'a pinned message');
  await banner.getByRole('button', { name: new RegExp(edited) }).click();
  await expect(line(bob, edited)).toBeInViewport();
  await chief.getByRole('button', { name: /Pinned messages/ }).click();
  await inspect(chief, 'the sheet of pins');
  await chief
    .getByRole('dialog')
    .getByRole('button', { name: /^Unpin/ })
    .click();
  await expect(banner).toBeHidden();

  // Bob goes; what comes meanwhile is counted and stands under the line.
  await bob.goto('/dashboard');
  await say(ann, `First news ${mark}`);
  await expect(line(ann, `First news ${mark}`)).toBeVisible();
  await say(ann, `Second news ${mark}`);
  await expect(line(ann, `Second news ${mark}`)).toBeVisible();
  await bob.goto('/chat');
  const listed = bob.getByRole('link', { name: /Field Notes/ });
  await expect(listed).toContainText('2 unread');
  await listed.click();
  await expect(line(bob, `First news ${mark}`).getByText('New', { exact: true })).toBeVisible();
});

test('a read-only room is closed to members at once, and open again', async ({ enter }) => {
  const ann = await enter('ann@muster.test');
  const chief = await enter('admin@muster.test');
  await openRoom(ann, room);
  await chief.goto('/admin');
  await chief.getByRole('button', { name: 'Field Notes', exact: true }).click();
  const settings = chief.getByRole('region', { name: 'Settings of Field Notes' });
  const save = async (readOnly: boolean) => {
    await settings.getByRole('checkbox').setChecked(readOnly);
    await settings.getByRole('button', { name: 'Save' }).click();
  };
  await save(true);
  await expect(field(ann)).toBeDisabled();
  await expect(field(ann)).toHaveAttribute('placeholder', 'Only moderators can write in this room');
  await inspect(chief, 'the settings of a room');
  await expect(settings.getByRole('button', { name: 'Save' })).toBeDisabled();
  await save(false);
  await expect(field(ann)).toBeEnabled();
});
