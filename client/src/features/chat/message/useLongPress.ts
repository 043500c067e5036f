// Distinguishes a long press of a finger from a tap, a scroll and a text selection.
import { type PointerEvent, useEffect, useRef } from 'react';

export const longPressMs = 500;
const slackPx = 10;
const clickFollowsMs = 400; // after the finger is lifted

/**
 * Handlers for an element; `onLongPress` gets the point after 500 ms of holding
 * still. A press ends with the element, and when it is no longer `enabled`. A
 * link keeps the browser's own long press. A mouse has another button for it: what a slow
 * hand holds with it is meant.
 */
export function useLongPress(enabled: boolean, onLongPress: (x: number, y: number) => void) {
  const press = useRef<{ timer: ReturnType<typeof setTimeout>; began: number; x: number; y: number } | null>(
    null,
  );
  function cancel() {
    if (press.current) clearTimeout(press.current.timer);
    press.current = null;
  }
  function fire({ x, y }: { x: number; y: number }, lifted: boolean) {
    cancel();
    dropClick(lifted);
    onLongPress(x, y);
  }
  useEffect(() => {
    if (!enabled) return;
    return () => {
      if (press.current) clearTimeout(press.current.timer);
      press.current = null;
    };
  }, [enabled]);
  return {
    onPointerDown(event: PointerEvent) {
      cancel();
      const link = event.target instanceof Element && event.target.closest('a') !== null;
      const mouse = event.pointerType === 'mouse';
      if (!enabled || link || mouse || event.button !== 0 || !event.isPrimary) return;
      const { clientX: x, clientY: y, timeStamp: began } = event;
      press.current = { timer: setTimeout(() => fire({ x, y }, false), longPressMs), began, x, y };
    },
    onPointerMove({ clientX, clientY }: PointerEvent) {
      const p = press.current;
      if (p && Math.hypot(clientX - p.x, clientY - p.y) > slackPx) cancel();
    },
    onPointerUp({ timeStamp }: PointerEvent) {
      // Where the page was busy, the finger is seen to leave before the timer is.
      if (press.current && timeStamp - press.current.began >= longPressMs) fire(press.current, true);
      cancel();
    },
    onPointerCancel: cancel,
    onPointerLeave: cancel,
  };
}

/**
 * Some browsers end a long press with a click, on what is under the finger by then: a button of
 * the message, or of the sheet that the press has opened. It is not meant; the next press is.
 */
function dropClick(lifted: boolean) {
  const over = new AbortController();
  const now = { capture: true, signal: over.signal };
  const end = () => over.abort();
  const endSoon = () => setTimeout(end, clickFollowsMs);
  function drop(event: Event) {
    event.preventDefault();
    event.stopPropagation();
    end();
  }
  addEventListener('click', drop, now);
  addEventListener('pointerdown', end, now);
  if (lifted) endSoon();
  else for (const leaving of ['pointerup', 'pointercancel']) addEventListener(leaving, endSoon, now);
}
