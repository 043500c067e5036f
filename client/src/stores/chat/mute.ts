// Whether chat is silent on this device.
import { create } from 'zustand';
import { readDeviceItem, writeDeviceItem } from '@/stores/session/deviceStorage';

const storedUnder = 'chat_muted';

const stored = () => ({ muted: readDeviceItem(storedUnder) === 'true' });

export const useMute = create(stored);

/** Turns the join sound off or on, and stores the choice. */
export function toggleMute() {
  const muted = !useMute.getState().muted;
  writeDeviceItem(storedUnder, String(muted));
  useMute.setState({ muted });
}

// Another tab chose.
window.addEventListener('storage', ({ key }) => key === storedUnder && useMute.setState(stored()));
