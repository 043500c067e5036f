import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useVisibleHeight } from './useVisibleHeight';

class View extends EventTarget {
  height = 700;
  pageTop = 0;
  scale = 1;
  become(now: { height?: number; pageTop?: number; scale?: number }, event: 'resize' | 'scroll') {
    Object.assign(this, now);
    this.dispatchEvent(new Event(event));
  }
}
let view: View;
beforeEach(() => {
  view = new View();
  vi.stubGlobal('visualViewport', view);
});
afterEach(() => vi.unstubAllGlobals());

// On an iPhone the page was pushed up by the keyboard, and its header out of sight.
it('leaves the place of a keyboard free, wherever the browser has moved what is seen', () => {
  const screen = document.createElement('div');
  const { unmount } = renderHook(() => useVisibleHeight({ current: screen }));
  expect(screen.style.height).toBe('');
  view.become({ height: 380, pageTop: 120 }, 'resize');
  expect(screen.style).toMatchObject({ height: '380px', translate: '0 120px' });
  view.become({ pageTop: 0 }, 'scroll');
  expect(screen.style).toMatchObject({ height: '380px', translate: '' });
  view.become({ height: 700 }, 'resize');
  expect(screen.style.height).toBe('700px');
  view.become({ height: 350, pageTop: 200, scale: 2 }, 'resize');
  expect(screen.style).toMatchObject({ height: '', translate: '' });
  unmount();
  view.become({ height: 380, scale: 1 }, 'resize');
  expect(screen.style.height).toBe('');
});
