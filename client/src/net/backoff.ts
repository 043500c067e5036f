// How long to wait before the next attempt to connect.

export const reconnectFirstMs = 3_000;
export const reconnectMaxMs = 30_000;

/** A server may ask for more than the growing delay, but not for ever. */
const askedMaxMs = 60_000;

/**
 * The delay before attempt number `failures` (0 for the first retry): 3 s, 6 s,
 * 12 s, 24 s, 30 s, each spread by ± 50 % so that a restart brings no stampede;
 * never shorter than the server asked for, which spreads that itself.
 * random is in [0, 1).
 */
export function reconnectDelay(failures: number, random: number, askedMs = 0): number {
  const base = Math.min(reconnectFirstMs * 2 ** failures, reconnectMaxMs);
  const own = Math.min(Math.round(base * (0.5 + random)), reconnectMaxMs);
  return Math.max(own, Math.min(askedMs, askedMaxMs));
}
