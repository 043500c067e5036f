// Where the pages of the members' list begin, as far as they were walked in this tab. The page
// stands in the address; a reload or a step back finds it again by this.
import { formDraft } from '@/stores/session/formDraft';

const none: { asked: string; begins: readonly string[] } = { asked: '', begins: [''] };

/** `asked` is the search, the filter and the order that they belong to. */
export const userPages = formDraft('userPages', none);
