// Whether chat is silent on this device.
import { create } from 'zustand';

const storedUnder = 'chat_muted';

export const useMute = create(() => ({ muted: localStorage.getItem(storedUnder) === 'true' }));

/** Turns the join sound off or on, and keeps the choice. */
export function toggleMute() {
  const muted = !useMute.getState().muted;
  localStorage.setItem(storedUnder, String(muted));
  useMute.setState({ muted });
}
