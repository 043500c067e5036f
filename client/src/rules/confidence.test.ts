import { expect, it } from 'vitest';
import { bandOf, formatConfidence } from './confidence';

it.each([
  [94.96, '94.9%'],
  [94.9999999999, '94.9%'],
  [94.99999999999999, '94.9%'],
  [95, '95.0%'],
  [64.1, '64.1%'],
  [16.1, '16.1%'],
  [0, '0.0%'],
  [0.00000004, '0.0%'],
  [100, '100.0%'],
])('writes %d without rounding it up', (confidence, text) => {
  expect(formatConfidence(confidence)).toBe(text);
});

it.each([
  [95, 'pass'],
  [94.99, 'close'],
  [90, 'close'],
  [89.99, 'doubtful'],
  [70, 'doubtful'],
  [69.99, 'weak'],
  [50, 'weak'],
  [49.99, 'none'],
] as const)('puts %d into its band (FADM-14)', (confidence, band) => {
  expect(bandOf(confidence)).toBe(band);
});
