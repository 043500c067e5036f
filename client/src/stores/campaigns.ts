// How far notification campaigns are, as the socket tells administrators.
import { create } from 'zustand';
import type { CampaignProgress } from '@/wire/frames.gen';
import { useSession } from './session';

export type Told = Omit<CampaignProgress, 'type'>;

interface CampaignsState {
  byId: Record<string, Told>;
}

const nothing: CampaignsState = { byId: {} };

export const useCampaigns = create<CampaignsState>(() => nothing);

export function campaignTold({ campaignId, status, queuedCount, sent, failed, unknown, progress }: Told) {
  const told: Told = { campaignId, status, queuedCount, sent, failed, unknown, progress };
  useCampaigns.setState(({ byId }) => ({ byId: { ...byId, [campaignId]: told } }));
}

useSession.subscribe((now, before) => {
  if (now.endings !== before.endings) useCampaigns.setState(nothing, true);
});
