// Whether the chat username modal is open: the server may ask for it at any
// time (WS-22), the screens too.
import { create } from 'zustand';

export const useNaming = create(() => ({ open: false }));

export function askForUsername() {
  useNaming.setState({ open: true });
}

export function usernameAnswered() {
  useNaming.setState({ open: false });
}
