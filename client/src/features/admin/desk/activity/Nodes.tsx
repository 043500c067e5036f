// How the nodes are: what is on each, how late it is, and since when it runs which build.
import { texts } from 'texts:admin/desk/activity';
import { useQuery } from '@tanstack/react-query';
import { textNamed } from '@/languages/texts';
import { nodesQuery } from '@/queries/desk/activity';
import { formatDate, formatNumber } from '@/rules/format';
import { Badge } from '@/ui/Badge';
import { QueryView } from '@/ui/QueryView';
import { Section } from '@/ui/Section';
import { Skeleton } from '@/ui/Skeleton';
import { type Column, Table } from '@/ui/Table';
import type { NodeStatus } from '@/wire/bodies.gen';
import s from './Activity.module.css';

// A node that is so late, or has not heard of the log for so long, shows old things.
const lateMs = 1_000;
const unheardMs = 4_000;

const isBehind = ({ lagMs, logAgeMs }: NodeStatus) => lagMs > lateMs || logAgeMs > unheardMs || logAgeMs < 0;

const columns = (): Column<NodeStatus>[] => [
  {
    key: 'node',
    label: texts.node,
    head: true,
    cell: ({ id, host }) => (
      <span className={s.node}>
        {host || id.slice(0, 8)}
        {host && id && <span className={s.quiet}>{id.slice(0, 8)}</span>}
      </span>
    ),
  },
  {
    key: 'build',
    label: texts.build,
    cell: ({ build }) => <span className="mono">{build.slice(0, 12) || '—'}</span>,
  },
  {
    key: 'since',
    label: texts.since,
    cell: ({ startedAt }) => <time dateTime={startedAt}>{formatDate(startedAt, 'full')}</time>,
  },
  { key: 'sockets', label: texts.sockets, numeric: true, cell: ({ sockets }) => formatNumber(sockets) },
  { key: 'people', label: texts.people, numeric: true, cell: ({ people }) => formatNumber(people) },
  { key: 'rooms', label: texts.rooms, numeric: true, cell: ({ rooms }) => formatNumber(rooms) },
  {
    key: 'lag',
    label: texts.lag,
    numeric: true,
    cell: (node) => (
      <>
        {texts.lagMs({ lag: node.lagMs })} {isBehind(node) && <Badge tone="alert">{texts.behind}</Badge>}
      </>
    ),
  },
];

export function Nodes({ refresh }: { refresh: boolean }) {
  const query = useQuery(nodesQuery(refresh));
  const trouble = query.data && textNamed(texts.redis, query.data.redis);
  return (
    <Section title={texts.nodes}>
      {trouble && <p role="alert">{trouble}</p>}
      <QueryView
        query={query}
        loading={texts.nodesLoading}
        skeleton={<Skeleton height="5rem" />}
        failed={texts.nodesFailed}
      >
        {({ nodes }) => (
          <Table
            caption={texts.nodes}
            columns={columns()}
            rows={nodes}
            rowKey={({ id, startedAt }) => id || startedAt}
          />
        )}
      </QueryView>
    </Section>
  );
}
