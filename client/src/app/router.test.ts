// Links to messages, as notifications have them.
import { createMemoryRouter } from 'react-router';
import { afterEach, expect, it } from 'vitest';
import { clearJump, useJump } from '@/stores/room/jump';
import { followMessageLinks } from './router';

const takesMs = 20;
const later = (ms: number) => new Promise((done) => setTimeout(done, ms));

afterEach(() => clearJump(useJump.getState().target?.key ?? 0));

// While the address changed, each step of the change began it anew, hundreds of times, until
// the stack was full.
it.each(['/chat/general?message=m-9', '/dashboard'])(
  'takes the message out of the address once, from %s',
  async (first) => {
    let loads = 0;
    const loader = async () => {
      loads++;
      await later(takesMs);
      return null;
    };
    const routes = ['/chat/:roomId', '/dashboard'].map((path) => ({ path, loader, element: null }));
    const router = createMemoryRouter(routes, { initialEntries: [first] });
    const stop = followMessageLinks(router);
    if (first === '/dashboard') {
      await later(2 * takesMs);
      await router.navigate('/chat/general?message=m-9');
    }
    await later(4 * takesMs);
    stop();
    router.dispose();
    expect(router.state.location).toMatchObject({ pathname: '/chat/general', search: '' });
    expect(useJump.getState().target).toMatchObject({ roomId: 'general', messageId: 'm-9' });
    expect(loads).toBeLessThan(4);
  },
);
