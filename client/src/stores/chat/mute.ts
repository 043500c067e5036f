// Whether chat is silent on this device.
import { create } from 'zustand';
import { readDeviceItem, writeDeviceItem } from '@/stores/session/deviceStorage';

const storedUnder = 'chat_muted';

export const useMute = create(() => ({ muted: readDeviceItem(storedUnder) === 'true' }));

/** Turns the join sound off or on, and stores the choice. */
export function toggleMute() {
  const muted = !useMute.getState().muted;
  writeDeviceItem(storedUnder, String(muted));
  useMute.setState({ muted });
}
