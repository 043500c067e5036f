// The one way to call the server: one fetch, one failure type, one 401 rule.
// Paths are given without the /api prefix.
import { ApiError, type Credential, credentialOf, readAnswer } from './reply';
import type { UploadOptions } from './upload';

export { ApiError, messageOf } from './reply';

/** A call without an answer for so long has failed. */
const timeoutMs = 15_000;

export interface CallOptions {
  /** Sent as JSON; a FormData goes as it is. */
  body?: unknown;
  /** Used instead of the session's token: the face steps send their temporary one. */
  token?: string;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  timeoutMs?: number;
  /** Goes out also when the page is left meanwhile. */
  keepalive?: boolean;
  /** A 401 ends no session. */
  ignore401?: boolean;
}

type Prove = <Reply>(failure: ApiError, call: () => Promise<Reply>) => Promise<Reply>;
let prove: Prove = (failure) => Promise.reject(failure);

/** Has `ask` prove the second factor for calls that are refused for want of it, and make them again. */
export function onUnproven(ask: Prove) {
  prove = ask;
}

/** A call with the second factor proven for it, if it needs that. */
const proven = <Reply>(make: () => Promise<Reply>): Promise<Reply> =>
  make().catch((failure) => {
    if (/^second_/.test(failure.code)) return prove(failure, make);
    throw failure;
  });

/** Sends a request and returns its answer; a missing one is an ApiError with status 0. */
async function request<Answer>(
  method: string,
  path: string,
  options: CallOptions,
  credential: Credential,
  read: (response: Response) => Promise<Answer>,
): Promise<Answer> {
  const headers = new Headers(options.headers);
  headers.set('Accept', 'application/json');
  if (credential.token) headers.set('Authorization', `Bearer ${credential.token}`);

  let body: BodyInit | undefined;
  if (options.body instanceof FormData) {
    body = options.body;
  } else if (options.body !== undefined) {
    headers.set('Content-Type', 'application/json');
    body = JSON.stringify(options.body);
  }

  const abort = new AbortController();
  const stop = () => abort.abort();
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    stop();
  }, options.timeoutMs ?? timeoutMs);
  if (options.signal?.aborted) stop();
  options.signal?.addEventListener('abort', stop);
  try {
    const response = await fetch(`/api${path}`, {
      method,
      headers,
      body,
      credentials: 'include',
      keepalive: options.keepalive,
      signal: abort.signal,
    });
    return await read(response);
  } catch (cause) {
    if (options.signal?.aborted) throw cause;
    throw new ApiError(0, '', late ? 'timeout' : 'network');
  } finally {
    clearTimeout(timer);
    options.signal?.removeEventListener('abort', stop);
  }
}

const call = <Reply>(method: string, path: string, options: CallOptions = {}) =>
  proven(() => once<Reply>(method, path, options));

async function once<Reply>(method: string, path: string, options: CallOptions): Promise<Reply> {
  const credential = credentialOf(options);
  const answer = await request(method, path, options, credential, async (response) => ({
    status: response.status,
    text: await response.text(),
    header: (name: string) => response.headers.get(name),
  }));
  return readAnswer(answer, credential) as Reply;
}

/** Fetches a file. */
async function blobOnce(path: string, options: CallOptions): Promise<Blob> {
  const credential = credentialOf(options);
  const answer = await request('GET', path, options, credential, async (response) => ({
    status: response.status,
    file: response.ok ? await response.blob() : null,
    text: response.ok ? '' : await response.text(),
    header: (name: string) => response.headers.get(name),
  }));
  if (answer.file) return answer.file;
  readAnswer(answer, credential);
  throw new ApiError(answer.status, '', `http_${answer.status}`);
}

/** Calls answer with the reply's body ({} for an empty one), or throw an ApiError (or the AbortError of their own signal). */
export const api = {
  get: <Reply>(path: string, options?: CallOptions) => call<Reply>('GET', path, options),
  post: <Reply>(path: string, body?: unknown, options?: CallOptions) =>
    call<Reply>('POST', path, { ...options, body }),
  patch: <Reply>(path: string, body?: unknown, options?: CallOptions) =>
    call<Reply>('PATCH', path, { ...options, body }),
  put: <Reply>(path: string, body?: unknown, options?: CallOptions) =>
    call<Reply>('PUT', path, { ...options, body }),
  delete: <Reply>(path: string, options?: CallOptions) => call<Reply>('DELETE', path, options),
  blob: (path: string, options: CallOptions = {}) => proven(() => blobOnce(path, options)),
  /** The code of uploads is in no page's first files; who sends files imports it. */
  upload: <Reply>(path: string, form: FormData, options?: UploadOptions) =>
    proven(async () => (await import('./upload')).upload<Reply>(path, form, options)),
};
