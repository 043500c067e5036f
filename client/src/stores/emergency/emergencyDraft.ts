// The emergency message as it is being written. A message that got no answer may have arrived:
// it is sent again under the same key, also after the page was left.
import { formDraft } from '@/stores/session/formDraft';

export const emergencyDraft = formDraft('emergency', { message: '', attempt: { text: '', key: '' } });
