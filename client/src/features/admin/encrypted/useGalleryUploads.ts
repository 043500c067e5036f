// Files on their way into an encrypted message, one after the other, each with how
// far it is.

import { texts } from 'texts:admin/encrypted';
import { texts as uploadTexts } from 'texts:chat/upload';
import { useEffect, useRef, useState } from 'react';
import { ApiError, messageOf } from '@/net/api';
import '@/net/upload'; // comes with the form: a browser asks once for a file that failed
import { readFile } from '@/parts/readFile';
import { removeGalleryItem, uploadGallery } from '@/queries/encrypted';
import { fileKind, uploadFault } from '@/rules/chat/upload';
import { toast } from '@/stores/toast';
import type { DecryptItem } from '@/wire/bodies.gen';

export interface GalleryUpload {
  key: number;
  file: File;
  /** 0 to 1; null while it waits. */
  share: number | null;
  item: DecryptItem | null;
  error: string | null;
}

const pending = ({ item, error }: GalleryUpload) => item === null && error === null;

function faultOf(file: File, only: 'video' | undefined): string | null {
  const fault = uploadFault(file);
  if (fault === uploadTexts.tooLarge || fault === uploadTexts.videoTooLarge)
    return texts.tooLarge({ name: file.name });
  if (fault || (only && fileKind(file.type) !== only)) return texts.invalidType({ name: file.name });
  return null;
}

export function useGalleryUploads(only?: 'video') {
  const [uploads, setUploads] = useState<readonly GalleryUpload[]>([]);
  const next = useRef(0);
  const running = useRef<{ key: number; abort: AbortController } | null>(null);
  const change = (key: number, with_: Partial<GalleryUpload>) =>
    setUploads((all) => all.map((one) => (one.key === key ? { ...one, ...with_ } : one)));

  const waiting = uploads.find(pending);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the next one begins when the one before it has ended
  useEffect(() => {
    if (!waiting || running.current) return;
    const { key, file } = waiting;
    const abort = new AbortController();
    running.current = { key, abort };
    void send(file, abort, (share) => change(key, { share }))
      .then((item) => change(key, { item, share: 1 }))
      .catch((failure) => {
        if (!abort.signal.aborted) change(key, { error: messageOf(failure, texts.uploadFailed) });
      })
      .finally(() => {
        running.current = null;
        setUploads((all) => [...all]);
      });
  }, [waiting?.key, uploads]);
  useEffect(() => () => running.current?.abort.abort(), []);

  function add(files: readonly File[]) {
    setUploads((all) => [
      ...all,
      ...files.map((file) => {
        next.current += 1;
        return { key: next.current, file, share: null, item: null, error: faultOf(file, only) };
      }),
    ]);
  }

  async function remove({ key, item }: GalleryUpload) {
    if (running.current?.key === key) running.current.abort.abort();
    if (item) {
      try {
        await removeGalleryItem(item.id);
      } catch (failure) {
        toast(messageOf(failure, texts.removeFailed), { tone: 'alert' });
        return;
      }
    }
    setUploads((all) => all.filter((one) => one.key !== key));
  }

  return {
    uploads,
    busy: waiting !== undefined,
    items: uploads.flatMap(({ item }) => item ?? []),
    add,
    remove,
    /** What was uploaded for nothing is taken back; what cannot be, the server removes in a day. */
    discard() {
      running.current?.abort.abort();
      for (const { item } of uploads) if (item) void removeGalleryItem(item.id).catch(() => {});
    },
  };
}

async function send(file: File, abort: AbortController, onProgress: (share: number) => void) {
  const url = URL.createObjectURL(file);
  try {
    onProgress(0);
    const facts = await readFile(file, url);
    const form = new FormData();
    // Before the file they belong to.
    if (facts.duration) form.set('duration', String(Math.round(facts.duration * 1_000) / 1_000));
    if (facts.waveform) form.set('waveform', JSON.stringify(facts.waveform));
    if (facts.poster) form.set('poster', facts.poster, 'poster.jpg');
    form.set('media', file, file.name);
    const { items } = await uploadGallery(form, { signal: abort.signal, onProgress });
    const [item] = items;
    if (!item) throw new ApiError(200, texts.uploadsFailed, 'no_item');
    return item;
  } finally {
    URL.revokeObjectURL(url);
  }
}
