// Sends files. fetch cannot say how much of a body has gone out, so this one
// call uses XMLHttpRequest. A slow line may take minutes as long as something
// goes out; a frozen one is given up.
import { ApiError, credentialOf, readAnswer } from './reply';

/** A file of which nothing more goes out for so long has failed. */
export const stalledMs = 30_000;
/** So long the server may look at a file that has gone out, and the system send what it holds back. */
export const unansweredMs = 120_000;
const tickMs = 1_000;

export interface UploadOptions {
  /** Used instead of the session's token. */
  token?: string;
  signal?: AbortSignal;
  /** Called with the share that has been sent, 0 to 1. */
  onProgress?: (share: number) => void;
}

/**
 * Posts a form with files and answers with the reply's body, or throws as every call does:
 * with the code 'timeout' when nothing more went out, or no answer came.
 */
export function upload<Reply>(path: string, form: FormData, options: UploadOptions = {}): Promise<Reply> {
  const { signal, onProgress } = options;
  const credential = credentialOf(options);
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(aborted());
    const request = new XMLHttpRequest();
    let limitMs = stalledMs;
    let quietMs = 0;
    // Ticks are counted, not the time: a page that was frozen has not waited.
    const ticks = setInterval(() => {
      quietMs += tickMs;
      if (quietMs >= limitMs) giveUp(new ApiError(0, '', 'timeout'));
    }, tickMs);
    const end = () => {
      clearInterval(ticks);
      signal?.removeEventListener('abort', stop);
    };
    const giveUp = (why: Error) => {
      end();
      request.abort();
      reject(why);
    };
    const stop = () => giveUp(aborted());
    signal?.addEventListener('abort', stop);

    request.upload.onload = () => {
      limitMs = unansweredMs;
      quietMs = 0;
    };
    request.upload.onprogress = (event) => {
      quietMs = 0;
      if (event.lengthComputable && event.total > 0) onProgress?.(event.loaded / event.total);
    };
    request.onload = () => {
      end();
      const { status, responseText: text } = request;
      try {
        const header = (name: string) => request.getResponseHeader(name);
        resolve(readAnswer({ status, text, header }, credential) as Reply);
      } catch (failure) {
        reject(failure);
      }
    };
    request.onerror = () => {
      end();
      reject(new ApiError(0, '', 'network'));
    };

    request.open('POST', `/api${path}`);
    request.withCredentials = true;
    request.setRequestHeader('Accept', 'application/json');
    if (credential.token) request.setRequestHeader('Authorization', `Bearer ${credential.token}`);
    request.send(form);
  });
}

const aborted = () => new DOMException('The upload was stopped.', 'AbortError');
