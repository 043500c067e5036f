// The notification that an administrator is composing, stored for this tab and this member.
// Another tab of the back office or a reload loses nothing.
import { create } from 'zustand';
import { newId } from '@/net/newId';
import { readTabItem, writeTabItem } from '@/stores/session/tabStorage';
import { forgetWithMember, wordsUnder } from '@/stores/session/writing';
import type { CampaignGroup, CampaignRecipient, CampaignType } from '@/wire/bodies.gen';

interface CampaignDraft {
  group: CampaignGroup | '';
  type: CampaignType;
  campaignName: string;
  subject: string;
  message: string;
  /** As a field of day and time writes it; '' for at once. */
  sendAt: string;
  /** The recipients of the group of chosen ones. */
  chosen: readonly CampaignRecipient[];
  /** One for one composed notification: a second click, a retry or a reload is the same one. */
  key: string;
}

const unwritten = { campaignName: '', subject: '', message: '', sendAt: '', chosen: [] };
const fresh = (): CampaignDraft => ({ group: '', type: 'email', ...unwritten, key: newId() });

export const useCampaignDraft = create<CampaignDraft>(() => ({ ...fresh(), ...read() }));

/** Changes the draft, which makes it another notification. */
export function changeCampaignDraft(change: Partial<Omit<CampaignDraft, 'key'>>) {
  useCampaignDraft.setState({ ...change, key: newId() });
  writeTabItem(wordsUnder.campaign, JSON.stringify(useCampaignDraft.getState()));
}

/** It was sent: the next one goes to the same group unless another is chosen. */
export const campaignDraftSent = () => changeCampaignDraft(unwritten);

export function resetCampaignDraft() {
  writeTabItem(wordsUnder.campaign, null);
  useCampaignDraft.setState(fresh());
}

function read(): Partial<CampaignDraft> {
  try {
    const value: unknown = JSON.parse(readTabItem(wordsUnder.campaign) ?? '{}');
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}

forgetWithMember(resetCampaignDraft);
