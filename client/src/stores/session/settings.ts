// Which sheet of the member's settings is open.
import { create } from 'zustand';
import { useSession } from './session';

export type SettingsSheet = 'ignored' | 'mydata' | 'notifications' | 'profile';

export const useSettings = create<{ sheet: SettingsSheet | null }>(() => ({ sheet: null }));

export function openSettings(sheet: SettingsSheet) {
  useSettings.setState({ sheet });
}

export function closeSettings() {
  useSettings.setState({ sheet: null });
}

useSession.subscribe((now, before) => {
  if (now.endings !== before.endings) closeSettings();
});
