// Whether the chat username modal is open: the server may ask for it at any
// time, the screens too.
import { createMemberStore } from '@/stores/session/memberStore';

export const useUsernamePrompt = createMemberStore(() => ({ open: false }));

export function openUsernamePrompt() {
  useUsernamePrompt.setState({ open: true });
}

export function closeUsernamePrompt() {
  useUsernamePrompt.setState({ open: false });
}
