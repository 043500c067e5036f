// Whether the chat username modal is open: the server may ask for it at any
// time, the screens too.
import { create } from 'zustand';

export const useUsernamePrompt = create(() => ({ open: false }));

export function openUsernamePrompt() {
  useUsernamePrompt.setState({ open: true });
}

export function closeUsernamePrompt() {
  useUsernamePrompt.setState({ open: false });
}
