// The parts of the back office, and how much waits in them.
import { formatCount } from '@/rules/format';
import type { Tab } from '@/ui/Tabs';
import type { Waiting } from '@/wire/bodies.gen';

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
  { value: 'community', label: 'Community' },
  { value: 'audit', label: 'Audit Log' },
  { value: 'face', label: 'Face Viewer' },
] as const;

export type TabName = (typeof tabs)[number]['value'];

/** The tabs with what waits for an administrator. */
export function tabsWith(waiting: Waiting | undefined): readonly Tab<TabName>[] {
  if (!waiting) return tabs;
  const { reports, emergencies, critical, applications, dueSoon } = waiting;
  return tabs.map((tab) => {
    if (tab.value === 'reports')
      return { ...tab, waits: { count: reports, words: formatCount(reports, 'open report') } };
    if (tab.value === 'applications') {
      const words = `${formatCount(applications, 'application')} to decide, ${dueSoon} due soon`;
      return { ...tab, waits: { count: applications, words, urgent: dueSoon > 0 } };
    }
    if (tab.value !== 'emergency') return tab;
    const words = `${formatCount(emergencies, 'unanswered message')}, ${critical} critical`;
    return { ...tab, waits: { count: emergencies, words, urgent: critical > 0 } };
  });
}

/** The tab that an address names; the first for any other. */
export const tabNamed = (name: string | null): TabName =>
  tabs.find((tab) => tab.value === name)?.value ?? 'rooms';
