// The bars of a voice message, up to a share of it in the colour of what is live.
import { memo } from 'react';
import s from './VoicePlayer.module.css';

const height = 32;
const pitch = 4; // a bar and the gap after it
const flat: readonly number[] = Array(60).fill(8);

export const Waveform = memo(function Waveform({
  peaks,
  share,
}: {
  peaks: readonly number[];
  share: number;
}) {
  const bars = peaks.length > 0 ? peaks : flat;
  const played = Math.round(share * bars.length);
  return (
    <svg
      className={s.bars}
      viewBox={`0 0 ${bars.length * pitch - 1} ${height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path className={s.played} d={drawn(bars.slice(0, played), 0)} />
      <path className={s.rest} d={drawn(bars.slice(played), played)} />
    </svg>
  );
});

function drawn(bars: readonly number[], from: number): string {
  return bars
    .map((peak, i) => {
      const tall = Math.max(2, (Math.min(100, Math.max(0, peak)) / 100) * height);
      const x = (from + i) * pitch + 1.5;
      return `M${x} ${(height - tall) / 2}v${tall}`;
    })
    .join('');
}
