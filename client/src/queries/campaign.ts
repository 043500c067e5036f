// Notification campaigns: whom they can be for, how far they are, what became of them.
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '@/net/api';
import type {
  AnnouncementSettingsReply,
  CampaignDeliveries,
  CampaignGroup,
  CampaignGroups,
  CampaignReach,
  CampaignRecipients,
  CampaignSent,
  CampaignState,
  CampaignStatus,
  Campaigns,
  ChangeAnnouncements,
  DeliveryStatus,
  MessageReply,
  SendCampaign,
  TestNotification,
} from '@/wire/bodies.gen';
import { campaignsKey, historyKey } from './adminKeys';
import { untilHealed } from './client';

export const groupsQuery = queryOptions({
  queryKey: [...campaignsKey, 'groups'],
  queryFn: ({ signal }) => api.get<CampaignGroups>('/notifications/groups', { signal }),
});

export const reachQuery = (group: CampaignGroup) =>
  queryOptions({
    queryKey: [...campaignsKey, 'reach', group],
    queryFn: ({ signal }) => api.get<CampaignReach>(`/notifications/recipients/${group}`, { signal }),
    staleTime: 0,
  });

export const recipientsQuery = (q: string) =>
  queryOptions({
    queryKey: [...campaignsKey, 'search', q],
    queryFn: async ({ signal }) => {
      const params = new URLSearchParams({ q });
      return (await api.get<CampaignRecipients>(`/notifications/search-users?${params}`, { signal })).users;
    },
    enabled: q.length >= 2,
  });

/** Statuses after which nothing more is sent. */
export const isOver = (status: CampaignStatus) =>
  status === 'completed' || status === 'failed' || status === 'cancelled';

const pollMs = 2_000;

export const campaignKey = (id: string) => [...campaignsKey, 'status', id] as const;

/** How far a campaign is, asked again every 2 s while `poll` and until it is over. */
export const campaignQuery = (id: string, poll: boolean) =>
  queryOptions({
    queryKey: campaignKey(id),
    queryFn: ({ signal }) => api.get<CampaignState>(`/notifications/status/${id}`, { signal }),
    staleTime: 0,
    refetchInterval: (query) => {
      const { data } = query.state;
      return poll && !(data && isOver(data.campaign.status)) ? pollMs : untilHealed(query);
    },
    refetchIntervalInBackground: true,
  });

export const historyQuery = infiniteQueryOptions({
  queryKey: historyKey,
  queryFn: ({ pageParam, signal }) =>
    api.get<Campaigns>(`/notifications/history${pageParam ? `?cursor=${pageParam}` : ''}`, { signal }),
  initialPageParam: '',
  getNextPageParam: (page) => page.nextCursor || undefined,
  staleTime: 0,
});

/** Of one status, or of all. */
export const deliveriesQuery = (id: string, status: DeliveryStatus | '') =>
  infiniteQueryOptions({
    queryKey: [...campaignsKey, 'deliveries', id, status],
    queryFn: ({ pageParam, signal }) => {
      const asked = Object.entries({ status, cursor: pageParam }).filter(([, value]) => value);
      const query = asked.length > 0 ? `?${new URLSearchParams(asked)}` : '';
      return api.get<CampaignDeliveries>(`/notifications/deliveries/${id}${query}`, { signal });
    },
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor || undefined,
    staleTime: 0,
  });

/** Sends a campaign; the same key never starts another one. */
export const sendCampaign = (body: SendCampaign, idempotencyKey: string) =>
  api.post<CampaignSent>('/notifications/send', body, { headers: { 'Idempotency-Key': idempotencyKey } });

export type CampaignAct = 'pause' | 'resume' | 'cancel';

export const changeCampaign = (id: string, act: CampaignAct) =>
  api.post<CampaignState>(`/notifications/${act}/${id}`);

const testTimeoutMs = 20_000; // providers are waited for

export const sendTest = (body: TestNotification) =>
  api.post<MessageReply>('/notifications/test', body, { timeoutMs: testTimeoutMs });

/** By which channels I get campaigns. */
export const announcementsQuery = queryOptions({
  queryKey: ['announcements'],
  queryFn: async ({ signal }) =>
    (await api.get<AnnouncementSettingsReply>('/profile/announcements', { signal })).settings,
});

export const changeAnnouncements = async (change: ChangeAnnouncements) =>
  (await api.put<AnnouncementSettingsReply>('/profile/announcements', change)).settings;
