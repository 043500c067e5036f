// The codes that the member has opened. Opening the list counts no view.
import { texts } from 'texts:encrypted';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { formatDate } from '@/rules/format';
import { QueryView } from '@/ui/QueryView';
import { Skeleton } from '@/ui/Skeleton';
import type { DecryptHistory as HistoryPage } from '@/wire/bodies.gen';
import s from './DecryptHistory.module.css';

interface DecryptHistoryProps {
  query: UseInfiniteQueryResult<InfiniteData<HistoryPage>>;
  onTake: (code: string) => void;
}

export function DecryptHistory({ query, onTake }: DecryptHistoryProps) {
  return (
    <aside id="decrypt-history" className={s.history} aria-labelledby="decrypt-history-title">
      <h2 id="decrypt-history-title" className="label">
        {texts.history}
      </h2>
      <QueryView
        query={query}
        items={(page) => page.history}
        loading={texts.historyLoading}
        skeleton={<Skeleton height="6rem" />}
        failed={texts.historyFailed}
        empty={<p className={s.none}>{texts.noHistory}</p>}
      >
        {(entries) => (
          <ul className={s.list}>
            {entries.map(({ code, decryptedAt, firstDecryptedAt }) => (
              <li key={`${code} ${firstDecryptedAt}`} className={s.entry}>
                {code ? (
                  <button
                    type="button"
                    className={s.code}
                    aria-label={texts.take({ code })}
                    onClick={() => onTake(code)}
                  >
                    <KeyRound size={14} aria-hidden="true" />
                    <span className="mono">{code}</span>
                  </button>
                ) : (
                  <span className={s.code}>{texts.unreadable}</span>
                )}
                <time dateTime={decryptedAt}>{formatDate(decryptedAt, 'full')}</time>
              </li>
            ))}
          </ul>
        )}
      </QueryView>
    </aside>
  );
}
