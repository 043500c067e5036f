// Colours are written in oklch() and sent as #hex where sRGB has them, as it has nearly all.
// Every browser knows #hex; of an oklch() the minifier makes three notations, for older ones.

const literal = /\boklch\(\s*([\d.]+)\s+([\d.]+)\s+([\d.]+)(?:\s*\/\s*([\d.]+))?\s*\)/g;

/**
 * Red, green and blue of an oklch() colour; sRGB has it when all are from 0 to 1. The matrices
 * are of Björn Ottosson, "A perceptual color space for image processing" (2020), the curve at
 * the end of IEC 61966-2-1.
 */
function inSRGB(lightness: number, chroma: number, hue: number): number[] {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  return linear.map((each) => (each <= 0.0031308 ? 12.92 * each : 1.055 * each ** (1 / 2.4) - 0.055));
}

const byte = (part: number) =>
  Math.round(part * 255)
    .toString(16)
    .padStart(2, '0');

/** A CSS value with #hex for each oklch() of numbers that sRGB has. */
export function withHex(value: string): string {
  return value.replace(literal, (colour, l, c, h, alpha) => {
    const parts = inSRGB(Number(l), Number(c), Number(h));
    if (parts.some((part) => part < 0 || part > 1)) return colour;
    return `#${[...parts, ...(alpha ? [Number(alpha)] : [])].map(byte).join('')}`;
  });
}

/** For PostCSS, which sees what a style sheet imports, too. */
export const hexColours = {
  postcssPlugin: 'hex-colours',
  Declaration(declaration: { value: string }) {
    const value = withHex(declaration.value);
    if (value !== declaration.value) declaration.value = value;
  },
};
