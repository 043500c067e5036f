// The parts of the back office, and how much waits in them.
import { texts } from 'texts:admin';
import type { Tab } from '@/ui/Tabs';
import type { Waiting } from '@/wire/bodies.gen';
import { type TabName, tabNames } from './tabNames';

/** The tabs with what waits for an administrator. */
export function tabsWith(waiting: Waiting | undefined): readonly Tab<TabName>[] {
  const tabs = tabNames.map((value) => ({ value, label: texts.tabs[value] }));
  if (!waiting) return tabs;
  const { reports, emergencies, critical, applications, dueSoon } = waiting;
  return tabs.map((tab) => {
    if (tab.value === 'reports')
      return { ...tab, waits: { count: reports, words: texts.openReports({ reports }) } };
    if (tab.value === 'applications') {
      const words =
        dueSoon > 0 ? texts.toDecide({ applications, dueSoon }) : texts.toDecideOnly({ applications });
      return { ...tab, waits: { count: applications, words, urgent: dueSoon > 0 } };
    }
    if (tab.value !== 'emergency') return tab;
    const words =
      critical > 0 ? texts.unansweredCritical({ emergencies, critical }) : texts.unanswered({ emergencies });
    return { ...tab, waits: { count: emergencies, words, urgent: critical > 0 } };
  });
}
