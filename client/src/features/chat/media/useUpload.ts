// One upload at a time to a room: how far it is, what went wrong, and an end to
// it when the dialog closes.
import { texts as sendingTexts } from 'texts:chat/sending';
import { useEffect, useRef, useState } from 'react';
import { ApiError, api, messageOf } from '@/net/api';
import '@/net/upload'; // comes with the form: a browser asks once for a file that failed
import type { MediaFacts } from '@/parts/readFile';
import type { SentMedia } from '@/stores/room/outgoing';
import type { MediaUploaded } from '@/wire/bodies.gen';

export interface UploadFile {
  roomId: string;
  file: Blob;
  name: string;
  /** What this browser knows of it; the server looks for itself where it can. */
  facts: MediaFacts | Promise<MediaFacts>;
}

export function useUpload(failed: string) {
  /** 0 to 1 while a file goes out, else null. */
  const [share, setShare] = useState<number | null>(null);
  const [error, setError] = useState<string | null>(null);
  const quiet = useQuiet(share);
  const running = useRef<AbortController | null>(null);
  const stop = () => running.current?.abort();
  useEffect(() => () => running.current?.abort(), []);

  /** What the message is to carry; null when it failed or was stopped. */
  async function send(upload: UploadFile): Promise<SentMedia | null> {
    const abort = new AbortController();
    running.current = abort;
    setError(null);
    setShare(0);
    try {
      const form = formOf(upload, await upload.facts);
      const reply = await api.upload<MediaUploaded>('/chat-media/upload', form, {
        signal: abort.signal,
        onProgress: setShare,
      });
      if (!reply.mediaUrl) throw new ApiError(200, sendingTexts.uploadFailed, 'no_address');
      const { mediaType, mediaUrl, thumbnailUrl, metadata } = reply;
      return { kind: mediaType, mediaUrl, thumbnailUrl, metadata };
    } catch (failure) {
      const stalled = failure instanceof ApiError && failure.code === 'timeout';
      if (!abort.signal.aborted) setError(messageOf(failure, stalled ? sendingTexts.stalled : failed));
      return null;
    } finally {
      setShare(null);
    }
  }

  return { share, quiet, error, setError, send, stop };
}

const quietAfterMs = 15_000;

/** Whether a file that goes out has not moved for a while. */
function useQuiet(share: number | null): boolean {
  const [quiet, setQuiet] = useState(false);
  useEffect(() => {
    setQuiet(false);
    if (share === null) return;
    const timer = setTimeout(() => setQuiet(true), quietAfterMs);
    return () => clearTimeout(timer);
  }, [share]);
  return quiet;
}

function formOf({ roomId, file, name }: UploadFile, facts: MediaFacts): FormData {
  const form = new FormData();
  // Before the file, so that the server knows them when the file comes.
  form.set('roomId', roomId);
  if (facts.duration) form.set('duration', String(Math.round(facts.duration * 1_000) / 1_000));
  if (facts.waveform) form.set('waveform', JSON.stringify(facts.waveform));
  if (facts.transcript) form.set('transcript', facts.transcript);
  if (facts.captions) form.set('captions', facts.captions, 'captions.vtt');
  if (facts.poster) form.set('poster', facts.poster, 'poster.jpg');
  form.set('media', file, name);
  return form;
}

/** How far it is: when all of it has gone out, the server still looks at it. */
export function uploadWords(share: number, quiet: boolean) {
  if (share < 1) return quiet ? sendingTexts.waitingForLine : sendingTexts.sending;
  return quiet ? sendingTexts.waitingForServer : sendingTexts.finishing;
}
