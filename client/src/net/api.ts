// The one way to call the server: one fetch, one failure type, one 401
// rule. Paths are given without the /api prefix.

/** Where the session lives in local storage. */
export const tokenKey = 'token';
export const userKey = 'user';

/** A call that did not succeed. `message` is a sentence for a person, or '' when the server gave none. */
export class ApiError extends Error {
  override name = 'ApiError';
  constructor(
    /** HTTP status; 0 means the server was not reached. */
    readonly status: number,
    message: string,
    /** Stable machine word of the failure ('invalid', 'limited', …); 'network' when not reached. */
    readonly code: string,
    /** Seconds to wait before the same call can succeed; null when unknown. */
    readonly retryAfter: number | null = null,
  ) {
    super(message);
  }
}

export interface CallOptions {
  /** Sent as JSON; a FormData goes as it is. */
  body?: unknown;
  /** Used instead of the stored token: the face steps send their temporary one. */
  token?: string;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

type SessionLost = () => void;
let sessionLost: SessionLost = () => {};

/** Says what to do when any call is answered with 401 (the session store registers itself here). */
export function onSessionLost(listener: SessionLost) {
  sessionLost = listener;
}

function storedToken() {
  return localStorage.getItem(tokenKey);
}

async function call<Reply>(method: string, path: string, options: CallOptions = {}): Promise<Reply> {
  const token = options.token ?? storedToken();
  const headers = new Headers(options.headers);
  headers.set('Accept', 'application/json');
  if (token) headers.set('Authorization', `Bearer ${token}`);

  let payload: BodyInit | undefined;
  if (options.body instanceof FormData) {
    payload = options.body;
  } else if (options.body !== undefined) {
    headers.set('Content-Type', 'application/json');
    payload = JSON.stringify(options.body);
  }

  let response: Response;
  let text: string;
  try {
    response = await fetch(`/api${path}`, {
      method,
      headers,
      body: payload,
      credentials: 'include',
      signal: options.signal,
    });
    text = await response.text();
  } catch (cause) {
    if (options.signal?.aborted) throw cause;
    throw new ApiError(0, '', 'network');
  }

  const reply = parse(text);
  if (response.ok && reply !== null && reply.success !== false) return reply as Reply;

  // An answer to a token that has been replaced meanwhile says nothing about
  // the present session.
  if (response.status === 401 && (options.token !== undefined || storedToken() === token)) sessionLost();
  throw failure(response, reply);
}

function parse(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

function failure(response: Response, reply: Record<string, unknown> | null) {
  const words = [reply?.message, reply?.error].find((text) => typeof text === 'string' && text !== '');
  const seconds = Number(reply?.retryAfter ?? response.headers.get('Retry-After') ?? Number.NaN);
  return new ApiError(
    response.status,
    typeof words === 'string' ? words : '',
    typeof reply?.code === 'string' ? reply.code : `http_${response.status}`,
    Number.isFinite(seconds) && seconds >= 0 ? Math.ceil(seconds) : null,
  );
}

/** Calls answer with the reply's body, or throw an ApiError (or the AbortError of their own signal). */
export const api = {
  get: <Reply>(path: string, options?: CallOptions) => call<Reply>('GET', path, options),
  post: <Reply>(path: string, body?: unknown, options?: CallOptions) =>
    call<Reply>('POST', path, { ...options, body }),
  patch: <Reply>(path: string, body?: unknown, options?: CallOptions) =>
    call<Reply>('PATCH', path, { ...options, body }),
  put: <Reply>(path: string, body?: unknown, options?: CallOptions) =>
    call<Reply>('PUT', path, { ...options, body }),
  delete: <Reply>(path: string, options?: CallOptions) => call<Reply>('DELETE', path, options),
};

/** The server's own sentence, or `fallback` when it gave none. */
export function messageOf(error: unknown, fallback: string): string {
  return error instanceof ApiError && error.message !== '' ? error.message : fallback;
}
