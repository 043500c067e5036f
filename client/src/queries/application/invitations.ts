// Invitations to apply, for administrators.
import { queryOptions } from '@tanstack/react-query';
import { api } from '@/net/api';
import type { CreateInvitation, InvitationCreated, Invitations } from '@/wire/bodies.gen';

export const invitationsKey = ['admin', 'applications', 'invitations'];

/** All invitations, newest first, each with the applications that it brought. */
export const invitationsQuery = queryOptions({
  queryKey: invitationsKey,
  queryFn: async ({ signal }) => (await api.get<Invitations>('/admin/invitations', { signal })).invitations,
  staleTime: 0,
});

export const createInvitation = (invitation: CreateInvitation) =>
  api.post<InvitationCreated>('/admin/invitations', invitation);

export const endInvitation = (id: string) => api.delete(`/admin/invitations/${encodeURIComponent(id)}`);
