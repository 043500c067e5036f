// Which sheet of the member's settings is open.
import { createMemberStore } from '@/stores/session/memberStore';

export type SettingsSheet = 'ignored' | 'keys' | 'mydata' | 'notifications' | 'profile';

export const useSettings = createMemberStore<{ sheet: SettingsSheet | null }>(() => ({ sheet: null }));

export function openSettings(sheet: SettingsSheet) {
  useSettings.setState({ sheet });
}

export function closeSettings() {
  useSettings.setState({ sheet: null });
}
