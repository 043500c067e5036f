// What jsdom lacks and the components use, and a clean page between tests.
import '@testing-library/jest-dom/vitest';
import { cleanup, configure, getConfig } from '@testing-library/react';
import { afterEach, vi } from 'vitest';

// Files share a page and the libraries, which cost each a second. This runs before
// each file, which so gets the client's own modules, and what they hold, anew.
vi.resetModules();

// Screens are fetched when they are first opened; a busy machine takes its time.
configure({ asyncUtilTimeout: 30_000 });

const { asyncWrapper } = getConfig();
const realImmediate = setImmediate;

/**
 * What is awaited is there before its effects have run, as that which gives it the focus.
 * React's scheduler runs them with setImmediate, which on a busy machine comes after the
 * library's own pause.
 */
function afterEffects<T>(callback: () => Promise<T>): Promise<T> {
  return asyncWrapper(async () => {
    const found = await callback();
    for (let turn = 0; turn < 3; turn++) await new Promise((done) => realImmediate(done));
    return found;
  });
}
// The library, and so its setting, stays from file to file.
if (asyncWrapper.name !== afterEffects.name) configure({ asyncWrapper: afterEffects });

/** Vitest's own gives up after a second. */
const { waitFor } = vi;
const waitLonger: typeof waitFor = (callback, options) =>
  waitFor(callback, { timeout: 30_000, ...(typeof options === 'object' ? options : {}) });
if (waitFor.name !== waitLonger.name) vi.waitFor = waitLonger;

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  localStorage.clear();
  sessionStorage.clear();
});

// input-otp asks what lies under its right edge; jsdom has no layout.
document.elementFromPoint ??= () => null;

// Screens start at the top; there is no window to scroll.
window.scrollTo = () => {};

class NoResizeObserver implements ResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}
globalThis.ResizeObserver ??= NoResizeObserver;

globalThis.matchMedia ??= (query: string) =>
  Object.assign(new EventTarget(), {
    matches: false,
    media: query,
    onchange: null,
    addListener() {},
    removeListener() {},
  });
