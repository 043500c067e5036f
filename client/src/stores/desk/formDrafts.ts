// What an administrator has typed in the forms of the back office, in a tab or in a dialog.
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

/** Only what was typed, and `over` which stored values. */
export interface TypedRoom extends Partial<RoomDraft> {
  over?: Partial<RoomDraft>;
}

/** Of each room, by its id. */
export const roomDrafts = formDraft<Record<string, TypedRoom>>('roomSettings', {});

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
    const draft = typeof next === 'function' ? next(now) : next;
    dialogDrafts.change({ [about]: draft, ...(draft === undefined && { [attemptOf(about)]: undefined }) });
  }
  return [draft, write] as const;
}

const noAttempt = { of: '', key: '', beganAt: 0 };
const attemptOf = (about: string) => `attempt ${about}`;

/**
 * Where the attempt of a dialog's call outlasts the dialog, as its draft does (queries/useAttempt):
 * what is sent again after a reload does nothing twice. It is forgotten with the draft.
 */
export const dialogAttempt = (about: string) => ({
  read: () => (dialogDrafts.use.getState()[attemptOf(about)] ?? noAttempt) as typeof noAttempt,
  write: (attempt: typeof noAttempt) => dialogDrafts.change({ [attemptOf(about)]: attempt }),
});

export const resetDialogDrafts = dialogDrafts.reset;
