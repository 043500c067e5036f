// The applications: counted by status, as cards, and one of them open for review, which
// stands in the address.
import { texts } from 'texts:admin/application';
import { useQuery } from '@tanstack/react-query';
import { ClipboardList } from 'lucide-react';
import { useEffect } from 'react';
import { messageOf } from '@/net/api';
import { type ApplicationFilter, applicationsQuery } from '@/queries/application/review';
import { promiseWords } from '@/rules/application/review';
import { formatNumber } from '@/rules/format';
import { keyName } from '@/rules/keys';
import { Button } from '@/ui/Button';
import { onDemand } from '@/ui/onDemand';
import { Pager } from '@/ui/Pager';
import { QueryView } from '@/ui/QueryView';
import { Segmented } from '@/ui/Segmented';
import { Select } from '@/ui/Select';
import { Skeleton } from '@/ui/Skeleton';
import { EmptyState } from '@/ui/States';
import type { ApplicationCounts } from '@/wire/bodies.gen';
import { named, useAddress } from '../address';
import { ApplicationGrid } from './ApplicationGrid';
import s from './Applications.module.css';
import type { InvitationsProps } from './invitations/Invitations';
import type { ReviewProps } from './Review';
import { filters } from './reviewTexts';

const fetchReview = () => import('./Review');
const Invitations = onDemand<InvitationsProps>(() =>
  import('./invitations/Invitations').then(({ Invitations }) => ({ default: Invitations })),
);
const Review = onDemand<ReviewProps>(() => fetchReview().then(({ Review }) => ({ default: Review })));

/** How many a filter shows; what was not submitted is kept out of ALL. */
function countOf(filter: ApplicationFilter, counts: ApplicationCounts): number {
  if (filter !== 'all') return counts[filter];
  const { pending, accepted, rejected, on_hold, reapply } = counts;
  return pending + accepted + rejected + on_hold + reapply;
}

export function ApplicationsTab() {
  const { params, change, open, close } = useAddress();
  const filter = named(filters(), params.get('status'), 'all');
  const page = Math.max(1, Math.floor(Number(params.get('page'))) || 1);
  const id = params.get('application');
  const applications = useQuery(applicationsQuery(filter, page));
  const { data, isPlaceholderData } = applications;
  // Fetched while the cards are read, so that the first one opens at once.
  useEffect(() => void fetchReview().catch(() => {}), []);
  const options = filters().map(({ value, label }) => ({
    value,
    label: data ? `${label} ${formatNumber(countOf(value, data.counts))}` : label,
  }));
  const choose = (status: ApplicationFilter) =>
    change({ status: status === 'all' ? null : status, page: null });

  return (
    <div className={s.tab}>
      <Segmented
        label={texts.filter}
        options={options}
        value={filter}
        onChange={choose}
        className={s.filter}
      />
      {/* On phones, which have no room for the bar. */}
      <Select
        label={texts.filter}
        hideLabel
        options={options}
        value={filter}
        onChange={choose}
        className={s.select}
      />
      <div className={s.list} aria-busy={isPlaceholderData || undefined}>
        <QueryView
          query={applications}
          loading={texts.loading}
          skeleton={<Skeleton height="24rem" />}
          failed={(error) => messageOf(error, texts.failed)}
        >
          {({ applications: listed, counts, promise }) => (
            <>
              <div className={s.promise}>
                <span>{promiseWords(promise)}</span>
                <span className={s.keys}>{texts.keys({ enter: keyName('Enter') })}</span>
                <Button size="small" onClick={() => open({ invitations: '1' })}>
                  {texts.invitations}
                </Button>
              </div>
              <p className="sr-only" role="status">
                {texts.total({ count: countOf(filter, counts) })}
              </p>
              {listed.length === 0 ? (
                <EmptyState
                  icon={<ClipboardList size={32} strokeWidth={1.5} aria-hidden="true" />}
                  title={texts.none}
                  text={texts.noneText}
                />
              ) : (
                <ApplicationGrid
                  key={`${filter} ${page}`}
                  applications={listed}
                  onOpen={(application) => open({ application })}
                />
              )}
            </>
          )}
        </QueryView>
        {/* Outside: from a page that cannot be shown it leads back. */}
        <Pager
          label={texts.pages}
          page={page}
          pages={Math.max(page, data?.pagination.totalPages ?? 1)}
          onChange={(next) => change({ page: next === 1 ? null : String(next) })}
        />
      </div>
      {params.get('invitations') && (
        <Invitations
          onClose={() => close('invitations')}
          onOpen={(application) => change({ application, invitations: null })}
        />
      )}
      {id && (
        <Review
          key={`${filter} ${page}`}
          id={id}
          filter={filter}
          page={page}
          list={isPlaceholderData ? undefined : data}
          settled={applications.status !== 'pending'}
          onShow={(application) => change({ application })}
          onClose={() => close('application')}
        />
      )}
    </div>
  );
}
