// How a picture is enlarged and moved inside its stage. x and y are how far its
// middle stands from the stage's middle, in pixels.

export interface Zoom {
  scale: number;
  x: number;
  y: number;
}

export interface Size {
  width: number;
  height: number;
}

export const fitted: Zoom = { scale: 1, x: 0, y: 0 };
export const doubleTapScale = 2.5;
const largest = 6;

/** Enlarges by a factor around a point, which stays where it is. */
export function zoomAround(zoom: Zoom, factor: number, point: { x: number; y: number }, stage: Size): Zoom {
  const scale = Math.min(largest, Math.max(1, zoom.scale * factor));
  const by = scale / zoom.scale;
  return kept({ scale, x: point.x - (point.x - zoom.x) * by, y: point.y - (point.y - zoom.y) * by }, stage);
}

/** Moves it; its edge does not come further in than the stage's. */
export function moved(zoom: Zoom, dx: number, dy: number, stage: Size): Zoom {
  return kept({ ...zoom, x: zoom.x + dx, y: zoom.y + dy }, stage);
}

function kept({ scale, x, y }: Zoom, { width, height }: Size): Zoom {
  if (scale <= 1) return fitted;
  const [mostX, mostY] = [((scale - 1) * width) / 2, ((scale - 1) * height) / 2];
  return { scale, x: Math.max(-mostX, Math.min(mostX, x)), y: Math.max(-mostY, Math.min(mostY, y)) };
}

const swipePx = 60;

export type Swipe = 'next' | 'previous' | 'close' | null;

/** What a finger's way over a fitted picture means. */
export function swipeOf(dx: number, dy: number): Swipe {
  if (Math.abs(dx) >= swipePx && Math.abs(dx) > 1.5 * Math.abs(dy)) return dx < 0 ? 'next' : 'previous';
  return dy >= 1.5 * swipePx && dy > 1.5 * Math.abs(dx) ? 'close' : null;
}
