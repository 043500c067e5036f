// Distinguishes a long press from a tap, a scroll and a text selection.
import { type MouseEvent, type PointerEvent, useEffect, useRef } from 'react';

export const longPressMs = 500;
const slackPx = 10;
const clickFollowsMs = 400; // after the finger is lifted

/**
 * Handlers for an element; `onLongPress` gets the point after 500 ms of holding
 * still. A press ends with the element, and when it is no longer `enabled`. A
 * link keeps the browser's own long press.
 */
export function useLongPress(enabled: boolean, onLongPress: (x: number, y: number) => void) {
  const press = useRef<{ timer: ReturnType<typeof setTimeout>; began: number; x: number; y: number } | null>(
    null,
  );
  // The click that ends a long press on a button in the element is not meant.
  const pressed = useRef(false);
  function cancel() {
    if (press.current) clearTimeout(press.current.timer);
    press.current = null;
  }
  function fire({ x, y }: { x: number; y: number }) {
    cancel();
    pressed.current = true;
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
      pressed.current = false;
      if (!enabled || link || event.button !== 0 || !event.isPrimary) return;
      const { clientX: x, clientY: y, timeStamp: began } = event;
      press.current = { timer: setTimeout(() => fire({ x, y }), longPressMs), began, x, y };
    },
    onPointerMove({ clientX, clientY }: PointerEvent) {
      const p = press.current;
      if (p && Math.hypot(clientX - p.x, clientY - p.y) > slackPx) cancel();
    },
    onPointerUp({ timeStamp }: PointerEvent) {
      // Where the page was busy, the finger is seen to leave before the timer is.
      if (press.current && timeStamp - press.current.began >= longPressMs) fire(press.current);
      cancel();
      if (pressed.current) setTimeout(() => (pressed.current = false), clickFollowsMs);
    },
    onClickCapture(event: MouseEvent) {
      if (!pressed.current) return;
      pressed.current = false;
      event.preventDefault();
      event.stopPropagation();
    },
    onPointerCancel: cancel,
    onPointerLeave: cancel,
  };
}
