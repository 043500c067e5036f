// What jsdom lacks and the components use, and a clean page between tests.
import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, vi } from 'vitest';

// Files share a page and the libraries, which cost each a second. This runs before
// each file, which so gets the client's own modules, and what they hold, anew.
vi.resetModules();

// Screens are fetched when they are first opened; a busy machine takes its time.
configure({ asyncUtilTimeout: 30_000 });

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
