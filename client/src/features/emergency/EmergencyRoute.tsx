// The emergency page: what it is for, what is left, the message, what became of
// the last ones. Calm, and plain about who else to call.
import { useQuery } from '@tanstack/react-query';
import { PhoneCall } from 'lucide-react';
import { historyQuery, quotaQuery } from '@/queries/emergency';
import { guidelines, perDay, perHour } from '@/rules/emergency';
import { paths } from '@/rules/paths';
import { Page } from '@/ui/Page';
import { QueryView } from '@/ui/QueryView';
import { Skeleton } from '@/ui/Skeleton';
import { ComposeForm } from './ComposeForm';
import s from './EmergencyRoute.module.css';
import { History } from './History';

export function Component() {
  const quota = useQuery(quotaQuery);
  const history = useQuery(historyQuery);
  const used = quota.data;
  return (
    <Page title="Emergency" back={{ to: paths.dashboard, label: 'Back to dashboard' }}>
      <p className={s.banner}>FOR URGENT THREATS ONLY</p>
      <p className={s.safety}>
        <PhoneCall size={20} aria-hidden="true" />
        Is somebody in danger right now? Call your local emergency services first.
      </p>
      <dl className={s.quota} aria-label="What is left">
        <div>
          <dt className="label">MESSAGES THIS HOUR:</dt>{' '}
          <dd className="mono">
            {used?.countThisHour ?? 0} / {perHour}
          </dd>
        </div>
        <div>
          <dt className="label">MESSAGES TODAY:</dt>{' '}
          <dd className="mono">
            {used?.countToday ?? 0} / {perDay}
          </dd>
        </div>
      </dl>
      <ComposeForm quota={used} />
      <section aria-labelledby="guidelines" className={s.section}>
        <h2 id="guidelines" className="label">
          Guidelines
        </h2>
        <ul className={s.guidelines}>
          {guidelines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="latest" className={s.section}>
        <h2 id="latest" className="label">
          Your latest messages
        </h2>
        <QueryView
          query={history}
          loading="Loading your messages"
          skeleton={<Skeleton height="4rem" />}
          failed="Your messages could not be loaded."
          empty={<p className={s.none}>You have not sent any.</p>}
        >
          {(all) => <History entries={all} />}
        </QueryView>
      </section>
    </Page>
  );
}
