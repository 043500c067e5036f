// What was paid. By members: the base it goes against, each day's sum, every payment,
// with refunds and an export. By applicants: the fees of expedited reviews.
import { texts } from 'texts:admin/money';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Coins } from 'lucide-react';
import { messageOf } from '@/net/api';
import { DayValues } from '@/parts/chart/DayValues';
import { TestPayments } from '@/parts/money/TestPayments';
import {
  allContributionsQuery,
  type ContributionFilter,
  contributionDaysQuery,
  contributionNow,
  refundContribution,
} from '@/queries/money/adminContributions';
import { formatDollars, formatMoney } from '@/rules/format';
import { onDemand } from '@/ui/onDemand';
import { QueryView } from '@/ui/QueryView';
import { Section } from '@/ui/Section';
import { Skeleton } from '@/ui/Skeleton';
import { EmptyState } from '@/ui/States';
import { Tabs } from '@/ui/Tabs';
import type { AdminContribution, AdminContributions } from '@/wire/bodies.gen';
import { named, useAddress, useChoice } from '../address';
import { ContributionFilters, statuses } from './ContributionFilters';
import s from './ContributionsTab.module.css';
import { ContributionTable, whoPaid } from './ContributionTable';
import { CostSettings } from './CostSettings';
import { useRefund } from './useRefund';

const Fees = onDemand<{ onClose: () => void }>(() =>
  import('./Fees').then(({ Fees }) => ({ default: Fees })),
);

const everything: ContributionFilter = { status: '', from: '', to: '' };

const parts = () =>
  [
    { value: 'payments', label: texts.payments },
    { value: 'fees', label: texts.feesPart },
  ] as const;

export function ContributionsTab() {
  const [part, setPart] = useChoice('list', parts(), 'payments');
  return (
    <div className={s.tab}>
      <TestPayments />
      <Tabs label={texts.parts} tabs={parts()} value={part} onChange={setPart}>
        {part === 'payments' ? <Contributions /> : <Fees onClose={() => setPart('payments')} />}
      </Tabs>
    </div>
  );
}

function Contributions() {
  const { params, change } = useAddress();
  const filters = filtersOf(params);
  const setFilters = ({ status, from, to }: ContributionFilter) => change({ status, from, to });
  return (
    <div className={s.tab}>
      <CostSettings />
      <ContributionFilters filters={filters} onChange={setFilters} onClear={() => setFilters(everything)} />
      <Days filters={filters} />
      <List key={JSON.stringify(filters)} filters={filters} />
    </div>
  );
}

const day = /^\d{4}-\d\d-\d\d$/;

function filtersOf(params: URLSearchParams): ContributionFilter {
  const dayOf = (name: string) => (day.test(params.get(name) ?? '') ? (params.get(name) ?? '') : '');
  return { status: named(statuses(), params.get('status'), ''), from: dayOf('from'), to: dayOf('to') };
}

function Days({ filters }: { filters: ContributionFilter }) {
  const query = useQuery(contributionDaysQuery(filters));
  return (
    <Section title={texts.days}>
      <QueryView
        query={query}
        loading={texts.daysLoading}
        skeleton={<Skeleton height="18rem" />}
        failed={(error) => messageOf(error, texts.daysFailed)}
      >
        {({ chartData, total, count }) => (
          <>
            <p className={s.sums}>
              <strong className="mono">{formatMoney(total)}</strong>
              <span>{texts.contributions({ count })}</span>
            </p>
            <p className={s.quiet}>{filters.from || filters.to ? texts.withDays : texts.withoutDays}</p>
            <DayValues
              label={texts.days}
              days={chartData.map(({ date, amount, count: number }) => ({
                date,
                value: amount,
                note: texts.contributions({ count: number }),
              }))}
              format={formatDollars}
              heads={{ value: texts.sum, note: texts.count }}
            />
          </>
        )}
      </QueryView>
    </Section>
  );
}

const contributionsOf = (page: AdminContributions) => page.contributions;

function List({ filters }: { filters: ContributionFilter }) {
  const query = useInfiniteQuery(allContributionsQuery(filters));
  const { refund, dialog } = useRefund<AdminContribution>(query.data?.pages.flatMap(contributionsOf), {
    title: (one) => texts.refundTitle({ who: whoPaid(one) }),
    send: refundContribution,
    now: contributionNow,
  });
  return (
    <>
      <QueryView
        query={query}
        items={contributionsOf}
        loading={texts.loading}
        skeleton={<Skeleton height="16rem" />}
        failed={(error) => messageOf(error, texts.failed)}
        empty={
          <EmptyState
            icon={<Coins size={32} strokeWidth={1.5} aria-hidden="true" />}
            title={texts.none}
            text={texts.noneText}
          />
        }
      >
        {(all) => <ContributionTable contributions={all} onRefund={refund} />}
      </QueryView>
      {dialog}
    </>
  );
}
