import { expect, it } from 'vitest';
import { peaksOf } from './waveform';

it('makes sixty numbers from 0 to 100, the loudest 100 (MEDIA-7)', () => {
  const samples = Float32Array.from({ length: 48_000 }, (_, i) => (i < 24_000 ? 0.25 : -0.5));
  const peaks = peaksOf(samples);
  expect(peaks).toHaveLength(60);
  expect(peaks.slice(0, 30)).toEqual(Array(30).fill(50));
  expect(peaks.slice(30)).toEqual(Array(30).fill(100));
});

it('keeps silence silent and short sounds short', () => {
  expect(peaksOf(new Float32Array(600))).toEqual(Array(60).fill(0));
  expect(peaksOf(Float32Array.of(0.001, -0.002))).toEqual([2, 4]);
  expect(peaksOf(new Float32Array(0))).toEqual([]);
});
