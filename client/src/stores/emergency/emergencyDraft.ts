// The emergency message as it is being written. A message that got no answer may have arrived:
// it is sent again under the same key, also after the page was left.
import { formDraft } from '@/stores/session/formDraft';

const noAttempt = { of: '', key: '', beganAt: 0 };

export const emergencyDraft = formDraft('emergency', { message: '', attempt: noAttempt });

export const emergencyAttempt = {
  read: () => emergencyDraft.use.getState().attempt,
  write: (attempt: typeof noAttempt) => emergencyDraft.change({ attempt }),
  forget: () => emergencyDraft.change({ attempt: noAttempt }),
};
