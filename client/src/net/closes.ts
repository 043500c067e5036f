// What the client does after each close code of the chat socket (actors/wire/close.go).

export const closeSessionEnded = 4401;
export const closeBanned = 4403;
const closeAbuse = 1008;
const closeTryLater = 1013;

/** sign-out and banned end the connection; patient waits longer before the next try. */
export type AfterClose = 'sign-out' | 'banned' | 'retry' | 'patient';

/**
 * 4401 is a dead session and 4403 a ban: no retry. 1013 (node full) and 1008
 * (flooding, too many sockets) wait longer. Everything else (1001 restart,
 * 1006 lost line, 4408 joined too late, 4409 too slow, …) comes back and resumes.
 */
export function afterClose(code: number): AfterClose {
  switch (code) {
    case closeSessionEnded:
      return 'sign-out';
    case closeBanned:
      return 'banned';
    case closeTryLater:
    case closeAbuse:
      return 'patient';
    default:
      return 'retry';
  }
}

/**
 * How long a full or draining node asks the client to wait, from the reason of
 * its close ('…, retry in 7 s'); null when it says nothing.
 */
export function askedDelayMs(reason: string): number | null {
  const seconds = reason.match(/\bretry in (\d{1,3}) s\b/)?.[1];
  return seconds === undefined ? null : Number(seconds) * 1_000;
}
