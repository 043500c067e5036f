// A contribution as it is being chosen.
import { formDraft } from '@/stores/session/formDraft';

export const contributionDraft = formDraft('contribution', {
  chosen: null as number | null,
  custom: '',
  anonymous: false,
});
