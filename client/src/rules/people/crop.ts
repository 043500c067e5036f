// The square that is cut out of a picture: how far in, and around which point.

export interface Crop {
  /** 1 shows the whole shorter side. */
  zoom: number;
  /** The middle of the square, each 0 to 1 of the picture. */
  x: number;
  y: number;
}

export interface Size {
  width: number;
  height: number;
}

export const wholePicture: Crop = { zoom: 1, x: 0.5, y: 0.5 };
export const zoomAtMost = 4;
/** The longest side of what is sent. */
export const croppedSide = 1024;

/** The square in the picture's own pixels, kept inside it. */
export function cropSquare({ zoom, x, y }: Crop, { width, height }: Size) {
  const side = Math.min(width, height) / zoom;
  const left = clamp(x * width - side / 2, 0, width - side);
  const top = clamp(y * height - side / 2, 0, height - side);
  return { left, top, side };
}

/** The crop with another zoom or middle, as far as the picture allows. */
export function recrop(crop: Crop, change: Partial<Crop>, size: Size): Crop {
  const zoom = clamp(change.zoom ?? crop.zoom, 1, zoomAtMost);
  const next = { zoom, x: change.x ?? crop.x, y: change.y ?? crop.y };
  const { left, top, side } = cropSquare(next, size);
  return { zoom, x: (left + side / 2) / size.width, y: (top + side / 2) / size.height };
}

/** Moves the picture under a square frame of so many screen pixels. */
export function dragged(crop: Crop, byX: number, byY: number, frame: number, size: Size): Crop {
  const { side } = cropSquare(crop, size);
  const scale = side / frame;
  const change = { x: crop.x - (byX * scale) / size.width, y: crop.y - (byY * scale) / size.height };
  return recrop(crop, change, size);
}

const clamp = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most);
