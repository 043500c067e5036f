// The face page through the real routes, with a camera and the three calls played.
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest';
import { openAt, tidy } from '@/app/app.fixture';
import { config, ok, server, user } from '@/net/server.fixture';
import { type PendingFace, storeFace } from '@/stores/face/pendingFace';

export const pendingStep: PendingFace = {
  step: 'verification',
  tempToken: 'temporary',
  userId: user.id,
  previouslySkipped: false,
  isAdmin: false,
};
export const session = { token: 'from the face', user, faceVerified: true };

/** What the calls were sent: path, credential, body. */
export const calls: { path: string; token: string | null; body: Record<string, unknown> }[] = [];

/** When the last call of a face was answered, by the clock of the test. */
export const answered = { at: 0 };

export const stop = vi.fn();
const stream = () => ({ getTracks: () => [{ stop }] });
export const getUserMedia = vi.fn(async (_wish: MediaStreamConstraints): Promise<unknown> => stream());
export const devices = vi.fn(async (): Promise<{ kind: string }[]> => [{ kind: 'videoinput' }]);

/** Answers a face call, one answer after another; the last one stays. */
export function answer(path: 'enroll' | 'verify' | 'skip' | 'start', ...replies: (() => Response)[]) {
  server.use(
    http.post(`/api/face/${path}`, async ({ request }) => {
      const text = await request.text();
      const body = text === '' ? {} : JSON.parse(text);
      calls.push({ path, token: request.headers.get('Authorization'), body });
      answered.at = Date.now();
      const reply = replies.length > 1 ? replies.shift() : replies[0];
      return reply?.() ?? ok({ session });
    }),
  );
}

export function openFace(change: Partial<PendingFace> | null = {}) {
  storeFace(change && { ...pendingStep, ...change });
  const app = openAt('/face-recognition');
  return { ...app, person: userEvent.setup({ advanceTimers: vi.advanceTimersByTime }) };
}

export const heading = (name: string) => screen.findByRole('heading', { name, level: 2 });
/** The heading of a state has the focus once it is there. */
export const focused = (name: string) =>
  waitFor(() => expect(screen.getByRole('heading', { name, level: 2 })).toHaveFocus());
export const button = (name: string) => screen.findByRole('button', { name });
/**
 * Moves the clock to a time after a moment. It goes on by itself as well: counted from now,
 * what a busy machine took to draw an answer would come on top.
 */
export const pass = (ms: number, since = Date.now()) =>
  act(() => vi.advanceTimersByTimeAsync(Math.max(0, since + ms - Date.now())));

/** Serves the page for every test of a file. */
export function playFace() {
  beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
  beforeEach(() => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    calls.length = 0;
    stop.mockClear();
    getUserMedia.mockReset().mockImplementation(async () => stream());
    devices.mockReset().mockResolvedValue([{ kind: 'videoinput' }]);
    server.use(http.get('/api/config', () => ok({ ...config, faceEngine: 'embedded' })));
    Object.defineProperty(navigator, 'mediaDevices', {
      configurable: true,
      value: { getUserMedia, enumerateDevices: devices },
    });
    vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
    vi.spyOn(HTMLMediaElement.prototype, 'readyState', 'get').mockReturnValue(4);
    vi.spyOn(HTMLVideoElement.prototype, 'videoWidth', 'get').mockReturnValue(1280);
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({ drawImage() {} } as never);
    vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done, type) =>
      done(new Blob(['face'], { type })),
    );
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:face');
    vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
    Reflect.deleteProperty(navigator, 'mediaDevices');
    tidy();
    sessionStorage.clear();
  });
  afterAll(() => server.close());
}
