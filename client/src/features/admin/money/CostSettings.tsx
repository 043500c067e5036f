// What the server costs a month, and the day it is due.
import { texts } from 'texts:admin/money';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '@/net/api';
import { costSettingsQuery } from '@/queries/money/adminContributions';
import { formatDate, formatMoney } from '@/rules/format';
import { Button } from '@/ui/Button';
import { onDemand } from '@/ui/onDemand';
import { QueryView } from '@/ui/QueryView';
import { Section } from '@/ui/Section';
import { Skeleton } from '@/ui/Skeleton';
import { AuditLink } from '../links/AuditLink';
import s from './ContributionsTab.module.css';

const CostDialog = onDemand(() => import('./CostDialog'));

export function CostSettings() {
  const query = useQuery(costSettingsQuery);
  const [changing, setChanging] = useState(false);
  return (
    <Section title={texts.cost}>
      <QueryView
        query={query}
        loading={texts.costLoading}
        skeleton={<Skeleton height="4.5rem" />}
        failed={(error) => messageOf(error, texts.costFailed)}
      >
        {(cost) => (
          <div className={s.cost}>
            <dl>
              <Figure term={texts.current} value={formatMoney(cost.currentCost)} />
              <Figure term={texts.base} value={formatMoney(cost.monthlyBase)} />
              <Figure term={texts.resetDay} value={String(cost.resetDay)} />
              <Figure term={texts.nextReset} value={formatDate(cost.nextReset, 'dateOfYear')} />
            </dl>
            <AuditLink subject="server_cost" words={texts.audit} />
            <Button onClick={() => setChanging(true)}>{texts.change}</Button>
            {changing && <CostDialog cost={cost} onClose={() => setChanging(false)} />}
          </div>
        )}
      </QueryView>
    </Section>
  );
}

function Figure({ term, value }: { term: string; value: string }) {
  return (
    <div>
      <dt className="label">{term}</dt>
      <dd>{value}</dd>
    </div>
  );
}
