// How far notification campaigns are, as the socket tells administrators.
import { create } from 'zustand';
import type { CampaignProgress } from '@/wire/frames.gen';
import { useSession } from './session';

interface CampaignsState {
  byId: Record<string, CampaignProgress>;
}

const nothing: CampaignsState = { byId: {} };

export const useCampaigns = create<CampaignsState>(() => nothing);

export function campaignTold({
  campaignId,
  status,
  queuedCount,
  sent,
  failed,
  unknown,
  progress,
}: CampaignProgress) {
  const told = { campaignId, status, queuedCount, sent, failed, unknown, progress };
  useCampaigns.setState(({ byId }) => ({ byId: { ...byId, [campaignId]: told } }));
}

useSession.subscribe((now, before) => {
  if (now.endings !== before.endings) useCampaigns.setState(nothing, true);
});
