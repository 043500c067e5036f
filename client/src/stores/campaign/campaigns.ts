// The progress of notification campaigns, which administrators receive over the socket.
import type { Numbered } from '@/stores/asOf';
import { createMemberStore } from '@/stores/session/memberStore';
import type { CampaignProgress } from '@/wire/frames.gen';

export type Progress = Omit<CampaignProgress, 'type'>;

/** The newest of each campaign, by its position among the broadcasts. */
type CampaignsState = Record<string, readonly Numbered<Progress>[]>;

export const useCampaigns = createMemberStore<CampaignsState>(() => ({}));

export function onCampaignProgress(received: Progress) {
  const { campaignId, position } = received;
  const known = useCampaigns.getState()[campaignId]?.[0]?.[0] ?? 0;
  if (position >= known) useCampaigns.setState({ [campaignId]: [[position, received]] });
}

const none: readonly Numbered<Progress>[] = [];

/** The progress of a campaign that the socket brought. */
export const progressOf =
  (campaignId: string) =>
  (campaigns: CampaignsState): readonly Numbered<Progress>[] =>
    campaigns[campaignId] ?? none;
