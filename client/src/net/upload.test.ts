import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { stalledMs, unansweredMs, upload } from './upload';

/** A request on a line of which the test says what goes through. */
class Line {
  static last: Line;
  upload: { onprogress?: (event: object) => void; onload?: () => void } = {};
  onload?: () => void;
  status = 200;
  responseText = '{"success":true}';
  aborted = false;
  constructor() {
    Line.last = this;
  }
  open() {}
  setRequestHeader() {}
  send() {}
  getResponseHeader = () => null;
  abort() {
    this.aborted = true;
  }
  moves(loaded: number) {
    this.upload.onprogress?.({ lengthComputable: true, loaded, total: 100 });
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('XMLHttpRequest', Line);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** An upload that has begun, and how it ended. */
function begun() {
  const ended = vi.fn();
  upload('/upload', new FormData()).then(ended, ended);
  return ended;
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

// On a frozen line it went on for ever: a profile picture's dialog and the photo of an
// application had no button left to press.
it('fails when nothing more goes out', async () => {
  const ended = begun();
  Line.last.moves(10);
  await pass(stalledMs - 1);
  expect(ended).not.toHaveBeenCalled();
  await pass(1);
  expect(ended).toHaveBeenCalledWith(expect.objectContaining({ status: 0, code: 'timeout' }));
  expect(Line.last.aborted).toBe(true);
});

it('goes on for as long as something does', async () => {
  const ended = begun();
  for (let share = 1; share <= 10; share++) {
    Line.last.moves(share);
    await pass(stalledMs - 1_000);
  }
  expect(ended).not.toHaveBeenCalled();
});

it('gives the server time for a file that has gone out, and not for ever', async () => {
  const ended = begun();
  Line.last.moves(100);
  Line.last.upload.onload?.();
  await pass(unansweredMs - 1);
  expect(ended).not.toHaveBeenCalled();
  await pass(1);
  expect(ended).toHaveBeenCalledWith(expect.objectContaining({ code: 'timeout' }));
});

it('waits no longer for what was answered', async () => {
  const ended = begun();
  Line.last.onload?.();
  await pass(unansweredMs);
  expect(ended.mock.calls).toEqual([[{ success: true }]]);
  expect(Line.last.aborted).toBe(false);
  expect(vi.getTimerCount()).toBe(0);
});
