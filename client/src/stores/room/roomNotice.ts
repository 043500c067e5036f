// The notice above a room: one short text, of an error, a success or the connection.
// Toasts are of stores/toast.ts, official notices of the server.
import { texts } from 'texts:chat/rules';
import { createMemberStore } from '@/stores/session/memberStore';

export interface RoomNotice {
  key: number;
  text: string;
  tone: 'alert' | 'clear';
}

interface RoomNoticeState {
  /** The last text, while it lasts. */
  notice: RoomNotice | null;
  /** The text about the connection; it stays until the connection is back. */
  connection: string | null;
}

export const errorLastsMs = 3_000;
export const changedLastsMs = 5_000;

// The first retry usually reaches another node. Until then the amber dot is enough; the
// text appears when the outage lasts.
export const errorShownAfterMs = 5_000;
export const lostShownAfterMs = 1_000;

export const useRoomNotice = createMemberStore<RoomNoticeState>(
  () => ({ notice: null, connection: null }),
  resetRoomNotice,
);

let lastKey = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
let connectionTimer: ReturnType<typeof setTimeout> | undefined;
let nextText: string | null = null; // the text that the timer will show

/** Shows a text: 3 s for an error, 5 s for a success. */
export function showRoomNotice(text: string, tone: RoomNotice['tone'] = 'alert') {
  const key = ++lastKey;
  clearTimeout(timer);
  useRoomNotice.setState({ notice: { key, text, tone } });
  timer = setTimeout(
    () => useRoomNotice.setState((s) => (s.notice?.key === key ? { notice: null } : {})),
    tone === 'clear' ? changedLastsMs : errorLastsMs,
  );
}

/** The connection is open: removes its text and cancels the one that waits. */
export function connectionIsUp() {
  clearTimeout(connectionTimer);
  nextText = null;
  useRoomNotice.setState({ connection: null });
}

/** The connection is down: shows so unless it is back within errorShownAfterMs. */
export function connectionIsDown() {
  if (useRoomNotice.getState().connection === null && nextText === null)
    showConnectionAfter(errorShownAfterMs, texts.connectionError);
}

/** The member sends while the connection is down: shows the text sooner, and replaces the one that is shown. */
export function connectionIsNeeded() {
  if (useRoomNotice.getState().connection !== null)
    useRoomNotice.setState({ connection: texts.connectionLost });
  else if (nextText !== texts.connectionLost) showConnectionAfter(lostShownAfterMs, texts.connectionLost);
}

function showConnectionAfter(ms: number, text: string) {
  clearTimeout(connectionTimer);
  nextText = text;
  connectionTimer = setTimeout(() => {
    nextText = null;
    useRoomNotice.setState({ connection: text });
  }, ms);
}

export function resetRoomNotice() {
  clearTimeout(timer);
  connectionIsUp();
  useRoomNotice.setState(useRoomNotice.getInitialState(), true);
}
