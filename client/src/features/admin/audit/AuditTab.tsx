// The audit log: searched, filtered, exported, and linked to whom it is about.
import { useInfiniteQuery } from '@tanstack/react-query';
import { ScrollText } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { messageOf } from '@/net/api';
import { type AuditFilters, auditQuery } from '@/queries/audit';
import { PagesView } from '@/ui/PagesView';
import { Skeleton } from '@/ui/Skeleton';
import { EmptyState } from '@/ui/States';
import s from './Audit.module.css';
import { AuditTable } from './AuditTable';
import { Filters } from './Filters';
import { texts } from './texts';

const names = ['q', 'actor', 'subject', 'from', 'to'] as const;

export function AuditTab() {
  const [params, setParams] = useSearchParams();
  const filters = Object.fromEntries(
    names.map((name) => [name, params.get(name) ?? '']),
  ) as unknown as AuditFilters;
  const query = useInfiniteQuery(auditQuery(filters));

  function change(next: AuditFilters) {
    const kept = new URLSearchParams({ tab: 'audit' });
    for (const name of names) if (next[name]) kept.set(name, next[name]);
    setParams(kept, { replace: true, preventScrollReset: true });
  }

  return (
    <div className={s.tab}>
      <p className={s.quiet}>{texts.intro}</p>
      <Filters key={JSON.stringify(filters)} filters={filters} onChange={change} />
      <PagesView
        query={query}
        items={(page) => page.entries}
        loading={texts.loading}
        skeleton={<Skeleton height="24rem" />}
        failed={(error) => messageOf(error, texts.failed)}
        empty={
          <EmptyState
            icon={<ScrollText size={32} strokeWidth={1.5} aria-hidden="true" />}
            title={texts.none}
            text={texts.noneText}
          />
        }
      >
        {(entries) => (
          <AuditTable
            entries={entries}
            onActor={(actor) => change({ ...filters, actor })}
            onSubject={(subject) => change({ ...filters, subject })}
          />
        )}
      </PagesView>
    </div>
  );
}
