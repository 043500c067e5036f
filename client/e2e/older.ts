// Older messages that come in above what is read.
import type { Page } from '@playwright/test';

/**
 * Goes to just under the line at which older messages are asked for, then over it, and
 * gives by how much what is read was moved in every frame until the page had come, and at
 * the end, for how many frames it had come, and how many rows are drawn. A page is higher
 * than pagePx.
 */
export const stepOverTop = (page: Page, pagePx: number) =>
  page.getByRole('list', { name: 'Messages' }).evaluate(async (list, pagePx) => {
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    const rows = () => [...list.querySelectorAll<HTMLElement>('[data-key]')];
    while (list.scrollTop > 130) {
      const far = list.scrollTop > 8_000;
      list.scrollTop = far ? list.scrollTop / 2 : Math.max(125, list.scrollTop - 400);
      await frame();
    }
    for (let i = 0; i < 12; i++) await frame();
    const edge = list.getBoundingClientRect().top;
    const anchor = rows().find((row) => row.getBoundingClientRect().top > edge + 60)?.dataset.key ?? '';
    // As it is painted: in the middle of a frame rows may not have been measured yet.
    const painted = () =>
      new Promise<number>((done) => {
        const row = rows().find((one) => one.dataset.key === anchor);
        if (!row) return done(Number.NaN);
        const seen = new IntersectionObserver(([entry]) => {
          seen.disconnect();
          done(entry?.boundingClientRect.top ?? Number.NaN);
        });
        seen.observe(row);
      });
    list.scrollTop -= 40;
    const before = await painted();
    // What is painted is rounded: half a pixel is seen only here.
    const exact = () =>
      rows()
        .find((row) => row.dataset.key === anchor)
        ?.getBoundingClientRect().top ?? Number.NaN;
    const stood = exact();
    const height = list.scrollHeight;
    const moved: number[] = [];
    let grown = 0;
    for (let i = 0; i < 240 && grown < 12; i++) {
      await frame();
      const by = (await painted()) - before;
      if (by !== 0) moved.push(Number(by.toFixed(3)));
      if (list.scrollHeight > height + pagePx) grown++;
    }
    return { moved, off: exact() - stood, grown, drawn: rows().length };
  }, pagePx);
