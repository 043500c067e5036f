// How alike two faces are, in percent: how it is written, and what it means in words.
import { formatPercent } from './format';

/** From this on a check passes; the server decides. */
export const passConfidence = 95;

export const thresholds = [30, 50, 70, 90] as const;

export type Band = 'pass' | 'close' | 'doubtful' | 'weak' | 'none';

const bands: readonly (readonly [number, Band])[] = [
  [passConfidence, 'pass'],
  [90, 'close'],
  [70, 'doubtful'],
  [50, 'weak'],
];

export const bandOf = (confidence: number): Band => bands.find(([from]) => confidence >= from)?.[1] ?? 'none';

/**
 * One decimal, cut and never rounded: 94.96 did not pass, and '95.0%' would say that it
 * did. The digits are cut, since multiplying by ten may round, too.
 */
export function formatConfidence(confidence: number): string {
  const [whole = '0', decimals = ''] = confidence.toFixed(12).split('.');
  const cut =
    confidence < passConfidence && Number(whole) >= passConfidence ? '94.9' : `${whole}.${decimals[0] ?? 0}`;
  return formatPercent(Number(cut), 1);
}
