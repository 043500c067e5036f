// The audit log: searched, filtered, exported, and linked to whom it is about.
import { texts } from 'texts:admin/desk/audit';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ScrollText } from 'lucide-react';
import { messageOf } from '@/net/api';
import { type AuditFilter, auditQuery } from '@/queries/desk/audit';
import { QueryView } from '@/ui/QueryView';
import { Skeleton } from '@/ui/Skeleton';
import { EmptyState } from '@/ui/States';
import { useAddress } from '../../address';
import s from './Audit.module.css';
import { AuditFilters } from './AuditFilters';
import { AuditTable } from './AuditTable';

const names = ['q', 'action', 'actor', 'subject', 'from', 'to'] as const;

export function AuditTab() {
  const { params, change, go } = useAddress();
  const filters = Object.fromEntries(
    names.map((name) => [name, params.get(name) ?? '']),
  ) as unknown as AuditFilter;
  const query = useInfiniteQuery(auditQuery(filters));

  /** From one entry to others: the back button leads to it again. */
  function follow(next: Partial<AuditFilter>) {
    const kept = Object.entries({ ...filters, ...next }).filter(([, value]) => value !== '');
    go({ tab: 'audit', ...Object.fromEntries(kept) });
  }

  return (
    <div className={s.tab}>
      <p className={s.quiet}>{texts.intro}</p>
      <AuditFilters
        filters={filters}
        actions={query.data?.pages[0]?.actions ?? []}
        onChange={(next) => change({ ...next })}
      />
      <QueryView
        query={query}
        items={(page) => page.entries}
        loading={texts.loading}
        skeleton={<Skeleton height="24rem" />}
        failed={(error) => messageOf(error, texts.failed)}
        empty={
          // A long search ends before it has found anything, and can be gone on with.
          query.hasNextPage ? undefined : (
            <EmptyState
              icon={<ScrollText size={32} strokeWidth={1.5} aria-hidden="true" />}
              title={texts.none}
              text={texts.noneText}
            />
          )
        }
      >
        {(entries) =>
          entries.length === 0 ? (
            <p className={s.quiet}>{texts.noneSoFar}</p>
          ) : (
            <AuditTable
              entries={entries}
              onActor={(actor) => follow({ actor })}
              onSubject={(subject) => follow({ subject })}
            />
          )
        }
      </QueryView>
    </div>
  );
}
