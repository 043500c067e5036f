// What one has given: the sum, and the latest ten.
import { texts } from 'texts:money/contribute';
import { texts as rulesTexts } from 'texts:money/rules';
import { useQuery } from '@tanstack/react-query';
import { contributedQuery, contributionsQuery } from '@/queries/money/payments';
import { formatDate, formatDollars } from '@/rules/format';
import { historyShown, statusTone } from '@/rules/money';
import { Badge } from '@/ui/Badge';
import { QueryView } from '@/ui/QueryView';
import { Skeleton } from '@/ui/Skeleton';
import type { ContributionEntry } from '@/wire/bodies.gen';
import s from './ContributionHistory.module.css';

export function ContributionHistory() {
  const history = useQuery(contributionsQuery);
  const total = useQuery(contributedQuery);
  return (
    <section aria-labelledby="history" className={s.section}>
      <h2 id="history" className="label">
        {texts.history}
      </h2>
      {total.data !== undefined && (
        <p className={s.total}>
          <span>{texts.totalContributed}</span>
          <strong className="mono">{formatDollars(total.data)}</strong>
        </p>
      )}
      <QueryView
        query={history}
        loading={texts.historyLoading}
        skeleton={<Skeleton height="8rem" />}
        failed={texts.historyFailed}
        empty={<p className={s.none}>{texts.none}</p>}
      >
        {(all) => <Latest all={all} />}
      </QueryView>
    </section>
  );
}

function Latest({ all }: { all: readonly ContributionEntry[] }) {
  return (
    <>
      <ul className={s.list}>
        {all.slice(0, historyShown).map((entry) => (
          <li key={entry.id} className={s.entry}>
            <span className={s.sum}>{formatDollars(entry.amount)}</span>
            <Badge tone={statusTone(entry.status)}>
              {rulesTexts.statusWords[entry.status] ?? entry.status}
            </Badge>
            <span className={s.facts}>
              <time dateTime={entry.contributedAt}>{formatDate(entry.contributedAt, 'full')}</time>
              {entry.purpose === 'server_cost' && <span>{texts.forServer}</span>}
              {entry.isAnonymous && <span>{texts.anonymous}</span>}
              {entry.refunded > 0 && entry.status !== 'refunded' && (
                <span>{texts.refunded({ sum: formatDollars(entry.refunded) })}</span>
              )}
            </span>
          </li>
        ))}
      </ul>
      {all.length > historyShown && (
        <p className={s.none}>{texts.showing({ shown: historyShown, all: all.length })}</p>
      )}
    </>
  );
}
