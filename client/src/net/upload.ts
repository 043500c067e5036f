// Sends files. fetch cannot say how much of a body has gone out, so this one
// call uses XMLHttpRequest. It has no time limit: a slow line may take minutes,
// and the person sees the progress and can stop it.
import { ApiError, credentialOf, readAnswer } from './reply';

export interface UploadOptions {
  /** Used instead of the session's token. */
  token?: string;
  signal?: AbortSignal;
  /** Called with the share that has been sent, 0 to 1. */
  onProgress?: (share: number) => void;
}

/** Posts a form with files and answers with the reply's body, or throws as every call does. */
export function upload<Reply>(path: string, form: FormData, options: UploadOptions = {}): Promise<Reply> {
  const { signal, onProgress } = options;
  const credential = credentialOf(options);
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(aborted());
    const request = new XMLHttpRequest();
    const end = () => signal?.removeEventListener('abort', stop);
    const stop = () => {
      end();
      request.abort();
      reject(aborted());
    };
    signal?.addEventListener('abort', stop);

    request.upload.onprogress = (event) => {
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
