// What must hold of every screen, whatever is open on it.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

// The builder has its own axe.
const library = createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright'));
const source = readFileSync(library.resolve('axe-core/axe.min.js'), 'utf8');

/** Nothing runs over the edge, and axe finds nothing. */
export async function inspect(page: Page, name: string): Promise<void> {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(over, `${name} runs over the edge`).toBeLessThanOrEqual(0);
  // What an open dialog or menu covers was looked at before it opened.
  const opened = page.locator('[role=dialog], [role=menu]');
  // To read axe takes a page as long as a small check. The builder would have it read twice
  // each time; what stands in its place must have no value, which would be sent here.
  const here = await page.evaluate(() => 'axe' in window);
  if (!here) await page.evaluate(source);
  // There are no frames: without a second page that sums up what frames say.
  const axe = new AxeBuilder({ page, axeSource: 'void 0' }).setLegacyMode();
  // What passes is not asked for, and would have every element described.
  axe.options({ resultTypes: ['violations'] });
  // Rows are alike: of a long list the first twelve are looked at, which takes a third less.
  axe.exclude('li:nth-child(n+13)').exclude('tr:nth-child(n+13)');
  if ((await opened.count()) > 0) axe.include('[role=dialog], [role=menu]');
  const { violations } = await axe.analyze();
  const received = violations
    .filter(outsideOfMenus)
    .map((v) => `${v.id}: ${v.nodes.map((n) => n.target.join(' ')).join(', ')}`);
  expect(received, name).toEqual([]);
}

/** A menu or tooltip stands at the end of the page, outside of its regions, as radix puts it. */
function outsideOfMenus({ id, nodes }: { id: string; nodes: { target: unknown[] }[] }): boolean {
  return id !== 'region' || nodes.some(({ target }) => !target.join().includes('data-radix-popper'));
}
