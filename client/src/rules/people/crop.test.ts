import { describe, expect, it } from 'vitest';
import { cropSquare, dragged, recrop, wholePicture } from './crop';

const wide = { width: 400, height: 200 };

describe('the square that is cut out', () => {
  it('is the middle of the shorter side at first', () => {
    expect(cropSquare(wholePicture, wide)).toEqual({ left: 100, top: 0, side: 200 });
  });

  it('never leaves the picture', () => {
    expect(cropSquare({ zoom: 1, x: 1, y: 1 }, wide)).toEqual({ left: 200, top: 0, side: 200 });
    expect(recrop(wholePicture, { zoom: 9 }, wide).zoom).toBe(4);
    expect(recrop(wholePicture, { zoom: 0 }, wide).zoom).toBe(1);
    const corner = recrop(wholePicture, { zoom: 2, x: 0, y: 0 }, wide);
    expect(cropSquare(corner, wide)).toEqual({ left: 0, top: 0, side: 100 });
    // Back out: the square is kept inside, its middle follows.
    expect(recrop(corner, { zoom: 1 }, wide)).toEqual({ zoom: 1, x: 0.25, y: 0.5 });
  });

  it('follows the finger pixel by pixel', () => {
    const moved = dragged(wholePicture, 25, 25, 100, wide);
    expect(cropSquare(moved, wide)).toEqual({ left: 50, top: 0, side: 200 });
  });
});
