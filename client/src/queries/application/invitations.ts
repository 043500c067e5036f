// Invitations to apply, for administrators.
import { infiniteQueryOptions } from '@tanstack/react-query';
import { api } from '@/net/api';
import { orGone } from '@/queries/lostAnswer';
import type { CreateInvitation, InvitationCreated, Invitations } from '@/wire/bodies.gen';

export const invitationsKey = ['admin', 'applications', 'invitations'];

/** The invitations, newest first, a page at a time, each with the applications that it brought. */
export const invitationsQuery = infiniteQueryOptions({
  queryKey: invitationsKey,
  queryFn: ({ pageParam, signal }) =>
    api.get<Invitations>(`/admin/invitations${pageParam && `?cursor=${encodeURIComponent(pageParam)}`}`, {
      signal,
    }),
  initialPageParam: '',
  getNextPageParam: (page) => page.nextCursor || undefined,
  staleTime: 0,
});

/** Makes an invitation; the same key makes no second one. */
export const createInvitation = (invitation: CreateInvitation, key: string) =>
  api.post<InvitationCreated>('/admin/invitations', invitation, { headers: { 'Idempotency-Key': key } });

export const endInvitation = (id: string) =>
  orGone(api.delete(`/admin/invitations/${encodeURIComponent(id)}`));
