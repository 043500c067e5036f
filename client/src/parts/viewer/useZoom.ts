// Fingers, mouse and wheel on a picture: pinch, double tap, drag, swipe.
import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { doubleTapScale, fitted, moved, type Size, swipeOf, zoomAround } from '@/rules/zoom';

interface ZoomCommands {
  onNext: () => void;
  onPrevious: () => void;
  onClose: () => void;
}

interface Point {
  x: number;
  y: number;
}

const tapMs = 300;
const tapPx = 24;
const wheelStep = 1.2;

/** `shown` names the picture: another one begins fitted. */
export function useZoom(stage: RefObject<HTMLElement | null>, shown: string, commands: ZoomCommands) {
  const [zoom, setZoom] = useState(fitted);
  const fingers = useRef(new Map<number, Point>());
  const from = useRef<Point | null>(null); // where the only finger came down
  const lastTap = useRef<(Point & { at: number }) | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another picture begins fitted
  useEffect(() => setZoom(fitted), [shown]);

  const sizeOf = (): Size => {
    const { clientWidth: width = 0, clientHeight: height = 0 } = stage.current ?? {};
    return { width, height };
  };
  /** A point of the screen as seen from the stage's middle. */
  const inStage = ({ x, y }: Point): Point => {
    const box = stage.current?.getBoundingClientRect();
    if (!box) return { x: 0, y: 0 };
    return { x: x - box.left - box.width / 2, y: y - box.top - box.height / 2 };
  };
  const enlarge = (factor: number, point: Point = { x: 0, y: 0 }) =>
    setZoom((now) => zoomAround(now, factor, point, sizeOf()));

  // A wheel listener of React's cannot keep the page from scrolling.
  const wheel = useRef<(event: WheelEvent) => void>(() => {});
  wheel.current = (event) => {
    event.preventDefault();
    enlarge(event.deltaY < 0 ? wheelStep : 1 / wheelStep, inStage({ x: event.clientX, y: event.clientY }));
  };
  useEffect(() => {
    const element = stage.current;
    const listener = (event: WheelEvent) => wheel.current(event);
    element?.addEventListener('wheel', listener, { passive: false });
    return () => element?.removeEventListener('wheel', listener);
  }, [stage]);

  function onPointerDown(event: PointerEvent<HTMLElement>) {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture?.(event.pointerId);
    const point = { x: event.clientX, y: event.clientY };
    fingers.current.set(event.pointerId, point);
    from.current = fingers.current.size === 1 ? point : null;
  }

  function onPointerMove(event: PointerEvent) {
    const before = fingers.current.get(event.pointerId);
    if (!before) return;
    const now = { x: event.clientX, y: event.clientY };
    const [other] = [...fingers.current].filter(([id]) => id !== event.pointerId).map(([, point]) => point);
    fingers.current.set(event.pointerId, now);
    if (!other) {
      setZoom((zoomed) => moved(zoomed, now.x - before.x, now.y - before.y, sizeOf()));
      return;
    }
    const was = Math.hypot(before.x - other.x, before.y - other.y);
    const is = Math.hypot(now.x - other.x, now.y - other.y);
    if (was > 0) enlarge(is / was, inStage({ x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 }));
  }

  function onPointerUp(event: PointerEvent) {
    if (!fingers.current.delete(event.pointerId)) return;
    const start = from.current;
    from.current = null;
    if (!start) return;
    const end = { x: event.clientX, y: event.clientY };
    if (Math.hypot(end.x - start.x, end.y - start.y) <= tapPx) tap(end, event.timeStamp);
    else if (zoom.scale === 1) {
      const swipe = swipeOf(end.x - start.x, end.y - start.y);
      if (swipe === 'next') commands.onNext();
      if (swipe === 'previous') commands.onPrevious();
      if (swipe === 'close') commands.onClose();
    }
  }

  function tap(point: Point, at: number) {
    const last = lastTap.current;
    const twice = last && at - last.at <= tapMs && Math.hypot(point.x - last.x, point.y - last.y) <= tapPx;
    lastTap.current = twice ? null : { ...point, at };
    if (twice) enlarge(zoom.scale > 1 ? 0 : doubleTapScale, inStage(point));
  }

  function onPointerCancel(event: PointerEvent) {
    fingers.current.delete(event.pointerId);
    from.current = null;
  }

  return {
    zoom,
    enlarge,
    handlers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel },
  };
}
