// What an administrator has typed of the community's settings, and what of it is new.
import type { CommunityDraft } from '@/stores/desk/formDrafts';
import type { ChangeCommunity, Community } from '@/wire/bodies.gen';

/** The draft that changes nothing. */
export const draftOf = ({ name, supportEmail, intake, intakeText }: Community): CommunityDraft => ({
  name,
  supportEmail,
  intake: intake as CommunityDraft['intake'],
  intakeText,
});

/** The fields of `draft` that differ from the settings, null for none. Who may apply goes with its text. */
export function changeOf(draft: CommunityDraft, now: Community): ChangeCommunity | null {
  const intake = draft.intake !== now.intake || draft.intakeText !== now.intakeText;
  const change: ChangeCommunity = {
    ...(draft.name !== now.name && { name: draft.name }),
    ...(draft.supportEmail !== now.supportEmail && { supportEmail: draft.supportEmail }),
    ...(intake && { intake: draft.intake, intakeText: draft.intakeText }),
  };
  return Object.keys(change).length > 0 ? change : null;
}
