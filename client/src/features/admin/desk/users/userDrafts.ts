// What is typed about a user and not sent.
import { useDialogDraft } from '@/stores/desk/formDrafts';
import type { banHours } from './userTexts';

/** Why the chat is closed to a user, and for how long. */
export interface ChatDraft {
  reason: string;
  length: ReturnType<typeof banHours>[number]['value'];
  /** The end of a ban, as a field of day and time writes it. */
  date: string;
}

interface PointsDraft {
  typed: string;
  reason: string;
}

export const pointsAbout = (id: string) => `points ${id}`;

/** What is typed over which notes; undefined: nothing is being written, what is stored is shown. */
export const useNotesDraft = (id: string) => useDialogDraft<{ text: string; over: string }>(`notes ${id}`);
export const useChatDraft = (id: string) => useDialogDraft<ChatDraft>(`chat ${id}`);
export const usePointsDraft = (id: string) => useDialogDraft<PointsDraft>(pointsAbout(id));

/** Forgets what is typed in a part of the user's profile: it has been thrown away. */
export function useDiscard(id: string) {
  const [, writeNotes] = useNotesDraft(id);
  const [, writeChat] = useChatDraft(id);
  const [, writePoints] = usePointsDraft(id);
  return (part: string) => {
    if (part === 'profile') writeNotes(undefined);
    if (part !== 'actions') return;
    writeChat(undefined);
    writePoints(undefined);
  };
}
