// The one place where chat says what went wrong or well.
import { createMemberStore } from '@/stores/session/memberStore';

export interface Notice {
  key: number;
  text: string;
  tone: 'alert' | 'clear';
}

interface NoticeState {
  /** What was said last and still counts. */
  notice: Notice | null;
  /** The state of the connection in words; stands until the connection is back. */
  connection: string | null;
}

export const errorLastsMs = 3_000;
export const changedLastsMs = 5_000;

export const connectionError = 'Connection error. Reconnecting...';
export const connectionLost = 'Connection lost. Reconnecting...';
// A node that dies is replaced within the first retry: the amber dot tells of
// that, words come when it lasts.
export const errorSaidAfterMs = 5_000;
export const lostSaidAfterMs = 1_000;

export const sendFailed = 'Failed to send message';

export const useNotices = createMemberStore<NoticeState>(
  () => ({ notice: null, connection: null }),
  resetNotices,
);

let lastKey = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
let connectionTimer: ReturnType<typeof setTimeout> | undefined;
let awaited: string | null = null; // what will be said of the connection

/** Says a text for a while: 3 s for errors, 5 s for good news. */
export function showNotice(text: string, tone: Notice['tone'] = 'alert') {
  const key = ++lastKey;
  clearTimeout(timer);
  useNotices.setState({ notice: { key, text, tone } });
  timer = setTimeout(
    () => useNotices.setState((s) => (s.notice?.key === key ? { notice: null } : {})),
    tone === 'clear' ? changedLastsMs : errorLastsMs,
  );
}

/** The connection is well: nothing is said of it, now or later. */
export function connectionIsUp() {
  clearTimeout(connectionTimer);
  awaited = null;
  useNotices.setState({ connection: null });
}

/** The connection is down: says so when it still is after errorSaidAfterMs. */
export function connectionIsDown() {
  if (useNotices.getState().connection === null && awaited === null)
    showConnectionAfter(errorSaidAfterMs, connectionError);
}

/** Somebody sends while the connection is down: says that sooner, and over what stands there. */
export function connectionIsNeeded() {
  if (useNotices.getState().connection !== null) useNotices.setState({ connection: connectionLost });
  else if (awaited !== connectionLost) showConnectionAfter(lostSaidAfterMs, connectionLost);
}

function showConnectionAfter(ms: number, text: string) {
  clearTimeout(connectionTimer);
  awaited = text;
  connectionTimer = setTimeout(() => {
    awaited = null;
    useNotices.setState({ connection: text });
  }, ms);
}

export function resetNotices() {
  clearTimeout(timer);
  connectionIsUp();
  useNotices.setState(useNotices.getInitialState(), true);
}
