// The parts of the back office, by their names in an address.

export const tabNames = [
  'rooms',
  'users',
  'analytics',
  'activity',
  'notifications',
  'applications',
  'encrypted',
  'badges',
  'contributions',
  'reports',
  'emergency',
  'community',
  'audit',
  'face',
] as const;

export type TabName = (typeof tabNames)[number];

/** The tab that an address names; the first for any other. */
export const tabNamed = (name: string | null): TabName => tabNames.find((tab) => tab === name) ?? 'rooms';
