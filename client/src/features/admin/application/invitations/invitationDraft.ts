// The invitation that is being made.
import { useDialogDraft } from '@/stores/desk/formDrafts';

/** As the fields are filled in. */
interface InvitationDraft {
  uses: string;
  days: string;
  note: string;
}

export const invitationAbout = 'invitation';

export const useInvitationDraft = () => useDialogDraft<InvitationDraft>(invitationAbout);
