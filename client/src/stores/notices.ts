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
export const sendFailed = 'Failed to send message';

export const useNotices = create<NoticeState>(() => ({ notice: null, line: null }));

let lastKey = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

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

/** Says how the line is, or null once it is well. */
export function sayLine(line: string | null) {
  useNotices.setState({ line });
}

export function resetNotices() {
  clearTimeout(timer);
  useNotices.setState(useNotices.getInitialState(), true);
}
