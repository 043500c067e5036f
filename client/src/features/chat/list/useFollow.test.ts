import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import * as history from '@/stores/room/history';
import { useRoomLog } from '@/stores/roomlog/roomLog';
import { useFollow } from './useFollow';

// A list of 1,000 px of which 300 are shown, as far as the hook measures it.
function renderList() {
  const list = document.createElement('div');
  let height = 1_000;
  Object.defineProperties(list, { scrollHeight: { get: () => height }, clientHeight: { value: 300 } });
  const grow = (to: number) => {
    height = to;
  };
  const hook = renderHook(
    ({ count, held = false }) => useFollow({ scroller: { current: list }, count, held }),
    {
      initialProps: { count: 1 } as { count: number; held?: boolean },
    },
  );
  const scroll = (top: number) =>
    act(() => {
      list.scrollTop = top;
      list.dispatchEvent(new Event('scroll'));
    });
  return { list, scroll, grow, ...hook };
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('follows the newest until the person scrolls away, and again when back (CHAT-16)', () => {
  const { list, scroll, result, rerender } = renderList();
  scroll(700);
  rerender({ count: 2 });
  expect(list.scrollTop).toBe(1_000);
  scroll(599);
  expect(result.current.atBottom).toBe(false);
  rerender({ count: 3 });
  expect(list.scrollTop).toBe(599);
  scroll(600);
  expect(result.current.atBottom).toBe(true);
});

// A picture that was measured between press and release moved the list, and the click was lost.
it('moves nothing under a press, and is at the end after it', () => {
  const { list, grow, result, rerender } = renderList();
  rerender({ count: 1, held: true });
  grow(1_400);
  act(() => result.current.keepAtEnd());
  expect(list.scrollTop).toBe(1_000);
  rerender({ count: 1, held: false });
  expect(list.scrollTop).toBe(1_400);
});

// On a busy machine a room opened at the "new" line: the rows below it were measured
// between the scroll to the end and its event, which then looked like a person's scroll.
it('stays at the end when it moves away before the event of the scroll to it (CHAT-16)', () => {
  const { list, scroll, grow, result } = renderList();
  scroll(700);
  grow(1_400);
  scroll(700);
  expect(list.scrollTop).toBe(1_400);
  expect(result.current.atBottom).toBe(true);
  scroll(900);
  expect(list.scrollTop).toBe(900);
  expect(result.current.atBottom).toBe(false);
});

// The scroll event of the last change came after the jump had begun and
// brought the list back down: a click on a reply then led nowhere.
it('is not called back from a jump by a scroll of before it (CHAT-44)', () => {
  const { list, scroll, result } = renderList();
  scroll(700);
  act(() => void result.current.jump(() => new Promise(() => {})));
  scroll(700);
  act(() => result.current.keepAtEnd());
  list.scrollTop = 200;
  act(() => result.current.keepAtEnd());
  expect(list.scrollTop).toBe(200);
  scroll(200);
  expect(result.current.atBottom).toBe(false);
});

it('follows again after a jump that ended at the bottom', async () => {
  const { list, scroll, result } = renderList();
  let arrive = () => {};
  const moved = new Promise<void>((done) => {
    arrive = done;
  });
  act(() => void result.current.jump(() => moved));
  act(() => vi.advanceTimersByTime(5_000)); // older pages are being fetched
  scroll(690);
  // "Newest" showed for up to a second after a jump to the newest message.
  expect(result.current.atBottom).toBe(true);
  scroll(300);
  expect(result.current.atBottom).toBe(false);
  scroll(690);
  arrive();
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  expect(result.current.atBottom).toBe(true);
  act(() => void result.current.jump(() => new Promise(() => {})));
  act(() => result.current.scrollToEnd());
  scroll(700);
  expect(result.current.atBottom).toBe(true);
  expect(list.scrollTop).toBe(700);
});

// Its own scroll looked like a person's, who had reached the end of the messages around a jump:
// the list went on page by page from there.
it('waits at the end for the newest that it was asked for, and loads no page between', () => {
  const { list, scroll, grow, result, rerender } = renderList();
  const load = vi.spyOn(history, 'loadNewer').mockResolvedValue();
  const cut = { newerCut: true, lastSeq: 9 };
  act(() => useRoomLog.setState(cut));
  scroll(700);
  scroll(300);
  act(() => result.current.scrollToEnd());
  expect(useRoomLog.getState().lastSeq).toBeNull();
  load.mockClear();
  scroll(700);
  expect(load).not.toHaveBeenCalled();
  expect(result.current.atBottom).toBe(true);
  grow(1_400);
  act(() => useRoomLog.setState({ newerCut: false }));
  rerender({ count: 2 });
  expect(list.scrollTop).toBe(1_400);
});

// After a page that failed every scroll event asked for it again.
it('loads within 100 px of the top, and leaves a page that failed to the button (CHAT-15)', () => {
  const { scroll } = renderList();
  const load = vi.spyOn(history, 'loadOlder').mockResolvedValue();
  scroll(100);
  useRoomLog.setState({ older: 'failed' });
  scroll(99);
  expect(load).not.toHaveBeenCalled();
  useRoomLog.setState({ older: 'idle' });
  scroll(99);
  expect(load).toHaveBeenCalledTimes(1);
});

// In the midst of a wheel's scroll it took the rest of the scroll away.
it('has an older page shown once the scroll is over, at the very top at once (CHAT-15)', async () => {
  const { scroll } = renderList();
  const load = vi.spyOn(history, 'loadOlder').mockResolvedValue();
  let isStill = false;
  const ask = () => {
    isStill = false;
    void load.mock.lastCall?.[0]?.().then(() => {
      isStill = true;
    });
  };
  const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  scroll(400);
  scroll(95);
  ask();
  for (let top = 90; top > 70; top--) {
    await wait(40);
    scroll(top);
  }
  expect(isStill).toBe(false);
  for (let top = 70; top > 60; top--) {
    await wait(40);
    scroll(top);
  }
  expect(isStill).toBe(true); // it does not wait for ever
  ask();
  await wait(60);
  expect(isStill).toBe(false);
  await wait(40);
  expect(isStill).toBe(true);
  scroll(0);
  ask();
  await wait(0);
  expect(isStill).toBe(true);
});
