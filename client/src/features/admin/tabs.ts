// The parts of the back office.
export const tabs = [
  { value: 'rooms', label: 'Chat Management' },
  { value: 'users', label: 'Users' },
  { value: 'analytics', label: 'Analytics' },
  { value: 'activity', label: 'Activity' },
  { value: 'notifications', label: 'Notifications' },
  { value: 'applications', label: 'Applications' },
  { value: 'encrypted', label: 'Encrypted Messages' },
  { value: 'badges', label: 'Badges' },
  { value: 'contributions', label: 'Contributions' },
  { value: 'reports', label: 'Reports' },
  { value: 'emergency', label: 'Emergency' },
  { value: 'audit', label: 'Audit Log' },
] as const;

export type TabName = (typeof tabs)[number]['value'];

/** The tab that an address names; the first for any other. */
export const tabNamed = (name: string | null): TabName =>
  tabs.find((tab) => tab.value === name)?.value ?? 'rooms';
