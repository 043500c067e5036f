// The loudness of a voice message over time, as numbers from 0 to 100.

export const waveformBars = 60;

/** The loudest sample of each stretch, relative to the loudest of all. */
export function peaksOf(samples: Float32Array, bars = waveformBars): number[] {
  const stretch = Math.max(1, Math.ceil(samples.length / bars));
  const peaks: number[] = [];
  for (let from = 0; from < samples.length; from += stretch) {
    let peak = 0;
    for (let i = from; i < Math.min(from + stretch, samples.length); i++) {
      peak = Math.max(peak, Math.abs(samples[i] ?? 0));
    }
    peaks.push(peak);
  }
  const loudest = Math.max(...peaks, 0);
  // What is nearly silent is not made loud.
  const scale = Math.max(loudest, 0.05);
  return peaks.map((peak) => Math.round((peak / scale) * 100));
}
