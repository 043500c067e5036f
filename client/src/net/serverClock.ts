// The server's clock, by which messages, bans and links are dated: the clock of a device
// may be days away from it.

/** A clock within a minute of the server's counts as right: an answer takes a while, too. */
const toleratedMs = 60_000;

let ahead = 0;

/** Records the date of an answer; null when it has none. */
export function dateReceived(date: string | null) {
  const measured = Date.parse(date ?? '') - Date.now();
  if (Math.abs(measured - ahead) > toleratedMs) ahead = Math.abs(measured) > toleratedMs ? measured : 0;
}

/** Now by the server's clock, in ms. */
export const serverNow = () => Date.now() + ahead;

export function resetServerClock() {
  ahead = 0;
}
