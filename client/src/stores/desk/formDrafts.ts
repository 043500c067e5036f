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

/** What is typed in dialogs, by the name of what it is about. */
const dialogDrafts = formDraft<Record<string, unknown>>('desk', {});

type Next<Draft> = Draft | undefined | ((draft: Draft | undefined) => Draft | undefined);

/**
 * The draft of a dialog about one thing, named by its kind and id. A session that ends closes the
 * dialog, and opened again it has what was typed. `write(undefined)` forgets it: for what was
 * sent, and for what a person has thrown away.
 */
export function useDialogDraft<Draft extends string | object>(about: string) {
  const draft = dialogDrafts.use()[about] as Draft | undefined;
  function write(next: Next<Draft>) {
    const now = dialogDrafts.use.getState()[about] as Draft | undefined;
    dialogDrafts.change({ [about]: typeof next === 'function' ? next(now) : next });
  }
  return [draft, write] as const;
}

export const resetDialogDrafts = dialogDrafts.reset;
