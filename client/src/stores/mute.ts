// Whether chat is silent on this device.
import { create } from 'zustand';
import { readItem, writeItem } from './deviceStorage';

const storedUnder = 'chat_muted';

export const useMute = create(() => ({ muted: readItem(storedUnder) === 'true' }));

/** Turns the join sound off or on, and keeps the choice. */
export function toggleMute() {
  const muted = !useMute.getState().muted;
  writeItem(storedUnder, String(muted));
  useMute.setState({ muted });
}
