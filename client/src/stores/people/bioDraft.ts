// The bio as it is being written on one's rank page; null while nothing is.
import { formDraft } from '@/stores/session/formDraft';

export const bioDraft = formDraft<{ bio: string | null }>('bio', { bio: null });
