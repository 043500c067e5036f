// How far notification campaigns are, as the socket tells administrators.
import { create } from 'zustand';
import { useSession } from '@/stores/session/session';
import type { CampaignProgress } from '@/wire/frames.gen';

export type Progress = Omit<CampaignProgress, 'type'>;

interface CampaignsState {
  byId: Record<string, Progress>;
}

const nothing: CampaignsState = { byId: {} };

export const useCampaigns = create<CampaignsState>(() => nothing);

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

useSession.subscribe((now, before) => {
  if (now.endings !== before.endings) useCampaigns.setState(nothing, true);
});
