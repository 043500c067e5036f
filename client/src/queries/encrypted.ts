// Encrypted messages: opened by members, made by administrators.
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '@/net/api';
import { decryptListKey } from '@/queries/adminKeys';
import { every } from '@/queries/client';
import { orGone } from '@/queries/lostAnswer';
import { bareCode } from '@/rules/encrypted';
import type {
  CreateDecrypt,
  Decrypt,
  DecryptCreated,
  Decrypted,
  DecryptHistory,
  DecryptMessages,
  GalleryUploaded,
  MessageReply,
  PostedCodes,
} from '@/wire/bodies.gen';

/** Opens a message for one view. Calls with one key within a minute count as one. */
export const decrypt = (code: string, key: string) =>
  api.post<Decrypted>('/decrypt/message', { code: bareCode(code) } satisfies Decrypt, {
    headers: { 'Idempotency-Key': key },
  });

/** The same message a while later, with new links to its files. */
export const renewDecrypted = (id: string) =>
  api.get<Decrypted>(`/decrypt/message/${encodeURIComponent(id)}`);

/** The codes that the member has opened, the last one first, a page at a time. */
export const decryptHistoryQuery = infiniteQueryOptions({
  queryKey: ['decrypt', 'history'],
  queryFn: ({ pageParam, signal }) => {
    const cursor = pageParam ? `?cursor=${encodeURIComponent(pageParam)}` : '';
    return api.get<DecryptHistory>(`/decrypt/history${cursor}`, { signal });
  },
  initialPageParam: '',
  getNextPageParam: (page) => page.nextCursor || undefined,
  staleTime: 0,
});

const postedFreshMs = 60_000;

/** The codes that a message in a room shows, and how far the server's clock is ahead. */
export const postedCodesQuery = (messageId: string) =>
  queryOptions({
    queryKey: ['posted-codes', messageId],
    queryFn: async ({ signal }) => {
      const path = `/chat/message/${encodeURIComponent(messageId)}/codes`;
      const { codes, now } = await api.get<PostedCodes>(path, { signal });
      return { codes, clockAhead: Date.parse(now) - Date.now() };
    },
    staleTime: postedFreshMs,
    retry: false,
  });

const listAgainMs = 10_000;

/** The administrators' list, newest first, a page at a time. */
export const decryptListQuery = infiniteQueryOptions({
  queryKey: decryptListKey,
  queryFn: ({ pageParam, signal }) => {
    const cursor = pageParam ? `?cursor=${encodeURIComponent(pageParam)}` : '';
    return api.get<DecryptMessages>(`/decrypt/admin/list${cursor}`, { signal });
  },
  initialPageParam: '',
  getNextPageParam: (page) => page.nextCursor || undefined,
  staleTime: 0,
  refetchInterval: every(listAgainMs),
});

/** Makes a message; the same key makes no second one. */
export const createDecrypt = (draft: CreateDecrypt, key: string) =>
  api.post<DecryptCreated>(
    `/decrypt/admin/${draft.type === 'gallery' ? 'create-gallery' : 'create'}`,
    draft,
    {
      headers: { 'Idempotency-Key': key },
    },
  );

export const deleteDecrypt = (id: string) =>
  orGone(api.delete<MessageReply>(`/decrypt/admin/delete/${encodeURIComponent(id)}`));

export const removeGalleryItem = (id: string) =>
  orGone(api.delete<object>(`/decrypt/admin/gallery/${encodeURIComponent(id)}`));

export const uploadGallery = (
  form: FormData,
  options: { signal: AbortSignal; onProgress: (share: number) => void },
) => api.upload<GalleryUploaded>('/decrypt/admin/gallery/upload', form, options);
