import { expect, it } from 'vitest';
import { toggleMute, useMute } from './mute';

// Silenced in one tab, the others went on ringing.
it('follows the other tabs', () => {
  localStorage.setItem('chat_muted', 'true');
  dispatchEvent(new StorageEvent('storage', { key: 'chat_muted', newValue: 'true' }));
  expect(useMute.getState().muted).toBe(true);
  toggleMute();
  expect(localStorage.getItem('chat_muted')).toBe('false');
});
