// Keeps the list at its newest message while the person is there, and asks for
// older pages near the top.
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { returnToNewest } from '@/stores/room/connection';
import { loadNewer, loadOlder } from '@/stores/room/history';
import { trimMessages, trimNewest } from '@/stores/roomlog/historyPages';
import { useRoomLog } from '@/stores/roomlog/roomLog';

const edgePx = 100;
const fillsAnyScreen = 200; // rows
const jumpMs = 1_000; // the longest that a jump takes to arrive
const restMs = 80; // after the last scroll event
const restAtMostMs = 1_000;

interface Follow {
  scroller: RefObject<HTMLDivElement | null>;
  count: number;
  /** Something in the list is pressed: it moves afterwards. */
  held: boolean;
}

export function useFollow({ scroller, count, held }: Follow) {
  const pressed = useRef(held);
  pressed.current = held;
  const following = useRef(true);
  const lastTop = useRef(0);
  const lastScroll = useRef(0);
  const jumping = useRef(false);
  const jumpEnds = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const [atBottom, setAtBottom] = useState(true);

  // What is measured only now makes the list longer, and calls keepAtEnd again.
  const scrollToEnd = useCallback(() => {
    clearTimeout(jumpEnds.current);
    jumping.current = false;
    following.current = true;
    setAtBottom(true);
    if (useRoomLog.getState().newerCut) returnToNewest();
    const element = scroller.current;
    if (!element) return;
    element.scrollTop = element.scrollHeight;
    lastTop.current = element.scrollTop;
  }, [scroller]);

  /** Stays at the end when it was there; for every change of size. */
  const keepAtEnd = useCallback(() => {
    if (following.current && !pressed.current) scrollToEnd();
  }, [scrollToEnd]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: more entries move the bottom
  useLayoutEffect(() => {
    if (held) return;
    keepAtEnd();
    if (following.current) trimMessages();
    else trimNewest();
  }, [count, held, keepAtEnd]);

  // A page that came in the midst of a wheel's or a finger's scroll ended it, and set the
  // list back by what the screen was ahead of the page.
  const untilScrollEnds = useCallback(async () => {
    const begin = Date.now();
    const moves = () => Date.now() - lastScroll.current < restMs && Date.now() - begin < restAtMostMs;
    while ((scroller.current?.scrollTop ?? 0) > 0 && moves()) {
      await new Promise((done) => setTimeout(done, restMs / 5));
    }
  }, [scroller]);

  const scrolled = useCallback(() => {
    const element = scroller.current;
    if (!element) return;
    lastScroll.current = Date.now();
    const left = element.scrollHeight - element.scrollTop - element.clientHeight;
    const up = element.scrollTop < lastTop.current;
    lastTop.current = element.scrollTop;
    const here = left <= edgePx;
    // The event of a scroll before a jump may come after the jump has begun.
    const end = here && !jumping.current;
    // Rows that are measured late put the end further away before the event of the
    // scroll to the old one; nobody has scrolled.
    if (following.current && !end && !up) {
      scrollToEnd();
      return;
    }
    // Who asked for the newest follows until it is there.
    const { newerCut, lastSeq } = useRoomLog.getState();
    const cut = newerCut && !(following.current && lastSeq === null);
    following.current = end && !cut;
    setAtBottom(here && !cut);
    if (end && cut) void loadNewer();
    // After a page that failed the person asks with the button.
    const failed = useRoomLog.getState().older === 'failed';
    if (element.scrollTop < edgePx && !following.current && !failed) void loadOlder(untilScrollEnds);
  }, [scroller, scrollToEnd, untilScrollEnds]);

  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const resized = new ResizeObserver(keepAtEnd);
    element.addEventListener('scroll', scrolled, { passive: true });
    resized.observe(element);
    return () => {
      element.removeEventListener('scroll', scrolled);
      resized.disconnect();
    };
  }, [scroller, scrolled, keepAtEnd]);
  useEffect(() => () => clearTimeout(jumpEnds.current), []);

  // A page that does not fill the screen leaves nothing to scroll: go on alone.
  const ready = useRoomLog((log) => log.history === 'ready' && log.older === 'idle' && log.more);
  useEffect(() => {
    const element = scroller.current;
    if (
      ready &&
      count < fillsAnyScreen &&
      element &&
      element.clientHeight > 0 &&
      element.scrollHeight <= element.clientHeight + edgePx
    ) {
      void loadOlder();
    }
  }, [ready, count, scroller]);

  /**
   * Does not follow while `move` brings the list somewhere else. If that ends at
   * the bottom the list follows again.
   */
  const jump = useCallback(
    async (move: () => Promise<void>) => {
      clearTimeout(jumpEnds.current);
      jumping.current = true;
      following.current = false;
      await move();
      if (useRoomLog.getState().newerCut) setAtBottom(false);
      clearTimeout(jumpEnds.current);
      jumpEnds.current = setTimeout(() => {
        jumping.current = false;
        scrolled();
      }, jumpMs);
    },
    [scrolled],
  );

  return { atBottom, scrollToEnd, keepAtEnd, jump };
}
