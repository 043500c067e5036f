// What an administrator has typed in the forms of the back office that stand in a tab.
import type { BadgeColor } from '@/rules/rank/badges';
import { formDraft } from '@/stores/session/formDraft';

type Intake = 'open' | 'invitation' | 'closed';

export interface CommunityDraft {
  name: string;
  supportEmail: string;
  intake: Intake;
  intakeText: string;
}

interface BadgeDraft {
  text: string;
  emoji: string;
  color: BadgeColor;
}

export interface RoomDraft {
  displayName: string;
  description: string;
  slow: string;
  readOnly: boolean;
}

/** Only what was typed: the rest follows what other administrators decide. */
export const communityDraft = formDraft<Partial<CommunityDraft>>('community', {});

export const badgeDraft = formDraft<BadgeDraft>('badge', { text: '', emoji: '', color: 'Gold' });

/** Of each room, by its id, only what was typed. */
export const roomDrafts = formDraft<Record<string, Partial<RoomDraft>>>('roomSettings', {});
