// Reports of messages and members: the open ones to close, the closed ones to
// read.
import { texts } from 'texts:admin/chat/reports';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '@/net/api';
import { reportsQuery } from '@/queries/chat/reports';
import { QueryView } from '@/ui/QueryView';
import { Segmented } from '@/ui/Segmented';
import { Skeleton } from '@/ui/Skeleton';
import { EmptyState } from '@/ui/States';
import type { Report, ReportState } from '@/wire/bodies.gen';
import { useChoice } from '../../address';
import { ReportCard } from './ReportCard';
import s from './Reports.module.css';
import { RuleDialog } from './RuleDialog';

const states = () =>
  [
    { value: 'open', label: texts.open },
    { value: 'closed', label: texts.closed },
  ] as const;

export function ReportsTab() {
  const [state, setState] = useChoice<ReportState>('state', states(), 'open');
  const [ruling, setRuling] = useState<Report | null>(null);
  return (
    <div className={s.tab}>
      <Segmented
        className={s.states}
        label={texts.state}
        options={states()}
        value={state}
        onChange={setState}
      />
      <List key={state} state={state} onRule={setRuling} />
      {ruling && <RuleDialog report={ruling} onClose={() => setRuling(null)} />}
    </div>
  );
}

function List({ state, onRule }: { state: ReportState; onRule: (report: Report) => void }) {
  const query = useInfiniteQuery(reportsQuery(state));
  return (
    <QueryView
      query={query}
      items={(page) => page.reports}
      loading={texts.loading}
      skeleton={
        <>
          <Skeleton height="9rem" />
          <Skeleton height="9rem" />
        </>
      }
      failed={(error) => messageOf(error, texts.failed)}
      empty={
        <EmptyState
          icon={<ShieldCheck size={32} strokeWidth={1.5} aria-hidden="true" />}
          title={state === 'open' ? texts.noneOpen : texts.noneClosed}
          text={state === 'open' ? texts.noneOpenText : undefined}
        />
      }
    >
      {(reports) => (
        <ul className={s.list}>
          {reports.map((report) => (
            <ReportCard key={report.id} report={report} onRule={onRule} />
          ))}
        </ul>
      )}
    </QueryView>
  );
}
