import { expect, it } from 'vitest';
import { user } from '@/net/server.fixture';

// Nothing that had read the words was loaded yet when the member signed out on the first
// screen, so nothing forgot them.
it('has words forgotten at a sign-out before any screen has read them', async () => {
  sessionStorage.setItem('words_of', user.id);
  sessionStorage.setItem('campaign_draft', '{"message":"composed"}');
  localStorage.setItem('token', 'kept');
  localStorage.setItem('user', JSON.stringify(user));
  await import('./MemberArea');
  const { endSession } = await import('@/stores/session/session');
  expect(sessionStorage.getItem('campaign_draft')).not.toBeNull();
  endSession(true);
  expect(sessionStorage.getItem('campaign_draft')).toBeNull();
});
