// How far notification campaigns are, as the socket tells administrators.
import { createMemberStore } from '@/stores/session/memberStore';
import type { CampaignProgress } from '@/wire/frames.gen';

export type Progress = Omit<CampaignProgress, 'type'>;

interface CampaignsState {
  byId: Record<string, Progress>;
}

const nothing: CampaignsState = { byId: {} };

export const useCampaigns = createMemberStore<CampaignsState>(() => nothing);

export function onCampaignProgress({
  campaignId,
  status,
  queuedCount,
  sent,
  failed,
  unknown,
  progress,
}: Progress) {
  const received: Progress = { campaignId, status, queuedCount, sent, failed, unknown, progress };
  useCampaigns.setState(({ byId }) => ({ byId: { ...byId, [campaignId]: received } }));
}
