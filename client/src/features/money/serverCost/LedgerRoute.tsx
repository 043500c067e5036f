// How the server cost comes about: every line of its ledger with the meter after
// it, so that anybody can add it up.
import { texts } from 'texts:money/ledger';
import { texts as rulesTexts } from 'texts:money/rules';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Receipt } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { messageOf } from '@/net/api';
import { costLedgerQuery, useServerCost } from '@/queries/money/serverCost';
import { formatDate, formatMoney } from '@/rules/format';
import { centsOf, dollarsOf, metersAfter } from '@/rules/money';
import { paths } from '@/rules/paths';
import { fetchAllPages } from '@/ui/allPages';
import { Button } from '@/ui/Button';
import { NextPage, type Pages } from '@/ui/NextPage';
import { Page } from '@/ui/Page';
import { QueryView } from '@/ui/QueryView';
import { Skeleton } from '@/ui/Skeleton';
import { EmptyState } from '@/ui/States';
import { type Column, Table } from '@/ui/Table';
import type { ServerCostLine } from '@/wire/bodies.gen';
import s from './LedgerRoute.module.css';

export function Component() {
  return (
    <Page title={texts.title} back={{ to: paths.chat, label: texts.back }} width="wide">
      <Ledger />
    </Page>
  );
}

function Ledger() {
  const client = useQueryClient();
  const query = useInfiniteQuery(costLedgerQuery);
  const { data } = query;
  const meter = useServerCost();
  const asked = data?.pages[0]?.sum;
  // A payment somewhere has moved the meter: its line is on top.
  useEffect(() => {
    if (meter === undefined || asked === undefined || meter === asked) return;
    void client.invalidateQueries({ queryKey: costLedgerQuery.queryKey });
  }, [meter, asked, client]);

  return (
    <QueryView
      query={query}
      items={(page) => page.lines}
      loading={texts.loading}
      skeleton={
        <>
          <Skeleton height="5rem" />
          <Skeleton height="20rem" />
        </>
      }
      failed={(error) => messageOf(error, texts.failedLoad)}
      more={null}
    >
      {(lines, pages) => <Lines query={query} sum={centsOf(pages[0]?.sum ?? 0)} lines={lines} />}
    </QueryView>
  );
}

/** The meter and every line that moved it, each with where the meter stood after it. */
function Lines({ query, sum, lines }: FootProps) {
  const meters = metersAfter(
    sum,
    lines.map((line) => line.amount),
  );
  const rows = lines.map((line, at) => ({ ...line, meter: meters[at] ?? 0 }));
  return (
    <div className={s.column}>
      <div className={s.about}>
        <p className={s.meter} data-covered={sum <= 0 ? '' : undefined}>
          <span className="label">{texts.meter}</span>
          <strong className={s.figure}>{formatMoney(dollarsOf(sum))}</strong>
          {sum <= 0 && <span>{texts.covered}</span>}
        </p>
        <p>{texts.how}</p>
        <p className={s.quiet}>{texts.names}</p>
      </div>
      <div className={s.lines}>
        {rows.length === 0 ? (
          <EmptyState
            icon={<Receipt size={32} strokeWidth={1.5} aria-hidden="true" />}
            title={texts.none}
            text={texts.noneText}
          />
        ) : (
          <Table caption={texts.caption} columns={columns()} rows={rows} rowKey={({ id }) => id} />
        )}
        <Foot query={query} sum={sum} lines={lines} />
      </div>
    </div>
  );
}

interface FootProps {
  query: Pages;
  sum: number;
  lines: readonly ServerCostLine[];
}

/** The proof below the lines, and the way to the older ones. */
function Foot({ query, sum, lines }: FootProps) {
  const shown = lines.reduce((total, line) => total + centsOf(line.amount), 0);
  const count = texts.lines({ count: lines.length });
  const money = (cents: number) => formatMoney(dollarsOf(cents));
  const whole = useRef<HTMLParagraphElement>(null);
  const asked = useRef(false);
  // The last page takes the buttons away.
  useLayoutEffect(() => {
    if (asked.current && !query.hasNextPage && document.activeElement === document.body)
      whole.current?.focus();
    asked.current = query.isFetchingNextPage;
  }, [query.hasNextPage, query.isFetchingNextPage]);
  if (query.hasNextPage) {
    return (
      <div className={s.foot}>
        <p className={s.proof}>{texts.part({ lines: count, sum: money(shown), rest: money(sum - shown) })}</p>
        <div className={s.actions}>
          <NextPage query={query} more={texts.older} />
          <Button variant="ghost" busy={query.isFetchingNextPage} onClick={() => void fetchAllPages(query)}>
            {texts.all}
          </Button>
        </div>
      </div>
    );
  }
  if (lines.length === 0) return null;
  return (
    <p ref={whole} tabIndex={-1} className={s.proof} data-right={shown === sum ? '' : undefined}>
      {shown === sum
        ? texts.sum({ lines: count, sum: money(sum) })
        : texts.differs({ lines: count, sum: money(shown), meter: money(sum) })}
    </p>
  );
}

type Row = ServerCostLine & { meter: number };

const sign = (amount: number) => `${amount > 0 ? '+' : ''}${formatMoney(amount)}`;

const columns = (): Column<Row>[] => [
  {
    key: 'at',
    label: texts.date,
    cell: ({ at }) => (
      <time dateTime={at} className={s.date}>
        {formatDate(at, 'full')}
      </time>
    ),
  },
  {
    key: 'what',
    label: texts.what,
    head: true,
    cell: ({ kind, month, undoes }) => (
      <span>
        {month
          ? texts.ofMonth({
              words: rulesTexts.costLineWords[kind] ?? kind,
              month: formatDate(month, 'month', 'UTC'),
            })
          : (rulesTexts.costLineWords[kind] ?? kind)}
        {undoes && <span className={s.undoes}>{texts.undoes}</span>}
      </span>
    ),
  },
  { key: 'who', label: texts.who, cell: whoOf },
  {
    key: 'amount',
    label: texts.amount,
    numeric: true,
    cell: ({ amount }) => <span className={amount < 0 ? s.less : undefined}>{sign(amount)}</span>,
  },
  {
    key: 'meter',
    label: texts.meterAfter,
    numeric: true,
    cell: ({ meter }) => formatMoney(dollarsOf(meter)),
  },
];

function whoOf({ kind, username }: Row): string {
  if (username) return `@${username}`;
  return kind === 'accrual' || kind === 'adjustment' ? texts.nobody : texts.anonymous;
}
