// A first chat username as it is being typed on the page of the first steps.
import { formDraft } from '@/stores/session/formDraft';

export const nameDraft = formDraft('name', { name: '' });
