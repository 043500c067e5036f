// The one place where chat says what went wrong or well (CHAT-31, CHAT-32, CHAT-36).
import { create } from 'zustand';

export interface Notice {
  key: number;
  text: string;
  tone: 'alert' | 'clear';
}

interface NoticeState {
  /** What was said last and still counts. */
  notice: Notice | null;
  /** The state of the line in words; stands until the line is back. */
  line: string | null;
}

export const errorLastsMs = 3_000; // CHAT-32
export const changedLastsMs = 5_000; // CHAT-36

export const connectionError = 'Connection error. Reconnecting...';
export const connectionLost = 'Connection lost. Reconnecting...';
// A node that dies is replaced within the first retry: the amber dot tells of
// that, words come when it lasts (CHAT-31).
export const errorSaidAfterMs = 5_000;
export const lostSaidAfterMs = 1_000;

export const sendFailed = 'Failed to send message';

export const useNotices = create<NoticeState>(() => ({ notice: null, line: null }));

let lastKey = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
let lineTimer: ReturnType<typeof setTimeout> | undefined;
let awaited: string | null = null; // what will be said of the line

/** Says a text for a while: 3 s for errors, 5 s for good news. */
export function say(text: string, tone: Notice['tone'] = 'alert') {
  const key = ++lastKey;
  clearTimeout(timer);
  useNotices.setState({ notice: { key, text, tone } });
  timer = setTimeout(
    () => useNotices.setState((s) => (s.notice?.key === key ? { notice: null } : {})),
    tone === 'clear' ? changedLastsMs : errorLastsMs,
  );
}

/** The line is well: nothing is said of it, now or later. */
export function lineIsWell() {
  clearTimeout(lineTimer);
  awaited = null;
  useNotices.setState({ line: null });
}

/** The line is down: says so when it still is after errorSaidAfterMs. */
export function lineIsDown() {
  if (useNotices.getState().line === null && awaited === null)
    sayLineAfter(errorSaidAfterMs, connectionError);
}

/** Somebody sends on a line that is down: says that sooner, and over what stands there. */
export function lineIsMissed() {
  if (useNotices.getState().line !== null) useNotices.setState({ line: connectionLost });
  else if (awaited !== connectionLost) sayLineAfter(lostSaidAfterMs, connectionLost);
}

function sayLineAfter(ms: number, line: string) {
  clearTimeout(lineTimer);
  awaited = line;
  lineTimer = setTimeout(() => {
    awaited = null;
    useNotices.setState({ line });
  }, ms);
}

export function resetNotices() {
  clearTimeout(timer);
  lineIsWell();
  useNotices.setState(useNotices.getInitialState(), true);
}
