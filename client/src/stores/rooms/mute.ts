// Whether chat is silent on this device.
import { create } from 'zustand';
import { keep, readKept } from '@/stores/session/device';

const storedUnder = 'chat_muted';

export const useMute = create(() => ({ muted: readKept(storedUnder) === 'true' }));

/** Turns the join sound off or on, and keeps the choice. */
export function toggleMute() {
  const muted = !useMute.getState().muted;
  keep(storedUnder, String(muted));
  useMute.setState({ muted });
}
