import { expect, it } from 'vitest';
import { chooseTheme } from './theme';

// A tab that was open at night stayed dark until it was reloaded.
it('follows what another tab chose', () => {
  chooseTheme('night');
  localStorage.setItem('theme', 'daylight');
  window.dispatchEvent(new StorageEvent('storage', { key: 'theme' }));
  expect(document.documentElement.dataset.theme).toBe('daylight');
});
