// Tables, tabs, pages of a list, and the faces of something that is asked for.
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryClient } from '@/queries/client';
import { Button } from '@/ui/Button';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { Pager } from '@/ui/Pager';
import { QueryView } from '@/ui/QueryView';
import { Skeleton } from '@/ui/Skeleton';
import { EmptyState } from '@/ui/States';
import { type Column, type Sort, Table } from '@/ui/Table';
import { Tabs } from '@/ui/Tabs';
import { Shelf } from './Shelf';
import s from './WorkbenchRoute.module.css';

interface Person {
  name: string;
  rank: string;
}

const people: Person[] = [
  { name: 'Ada Reyes', rank: 'Sergeant' },
  { name: 'Bo with a name that goes on and on', rank: 'Private' },
];
const columns: Column<Person>[] = [
  { key: 'name', label: 'Name', head: true, sortable: true, cell: ({ name }) => name },
  { key: 'rank', label: 'Rank', sortable: true, cell: ({ rank }) => rank },
  { key: 'open', label: 'Open', actions: true, cell: () => <Button size="small">Open</Button> },
];
const tabs = [
  { value: 'one', label: 'First' },
  { value: 'two', label: 'Second' },
] as const;

const ask = (name: string, queryFn: () => Promise<string[]>) => ({
  queryKey: ['workbench', name],
  queryFn,
  retry: false,
});

export function DataShelf() {
  const [sort, setSort] = useState<Sort<string>>({ by: 'name', order: 'asc' });
  const [tab, setTab] = useState<(typeof tabs)[number]['value']>('one');
  const [page, setPage] = useState(2);
  const [asking, setAsking] = useState(false);
  const loading = useQuery(
    ask('loading', () => new Promise(() => {})),
    queryClient,
  );
  const failed = useQuery(
    ask('failed', () => Promise.reject(new Error('no'))),
    queryClient,
  );
  const empty = useQuery(
    ask('empty', async () => []),
    queryClient,
  );
  const there = useQuery(
    ask('there', async () => ['What came']),
    queryClient,
  );
  return (
    <>
      <Shelf name="Tables">
        <Table
          caption="People"
          columns={columns}
          rows={people}
          rowKey={({ name }) => name}
          sort={sort}
          onSort={setSort}
        />
        <Pager label="Pages of people" page={page} pages={12} onChange={setPage} />
      </Shelf>
      <Shelf name="Tabs">
        <Tabs label="Two parts" tabs={tabs} value={tab} onChange={setTab}>
          <p>The panel of tab {tab}.</p>
        </Tabs>
      </Shelf>
      <Shelf name="Asked for">
        {[loading, failed, empty, there].map((query, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: four fixed faces
          <Face key={index} query={query} />
        ))}
      </Shelf>
      <Shelf name="Questions">
        <div className={s.row}>
          <Button variant="danger" onClick={() => setAsking(true)}>
            Delete
          </Button>
        </div>
        <ConfirmDialog
          open={asking}
          onClose={() => setAsking(false)}
          title="Delete the room?"
          description="This cannot be undone."
          confirm="Delete"
          onConfirm={() => setAsking(false)}
          error="Failed to delete room"
        />
      </Shelf>
    </>
  );
}

function Face({ query }: { query: UseQueryResult<string[]> }) {
  return (
    <QueryView
      query={query}
      loading="Loading rows"
      skeleton={<Skeleton height="2.5rem" />}
      failed="The rows could not be loaded."
      empty={<EmptyState title="Nothing here yet" />}
    >
      {(rows) => <p>{rows.join(', ')}</p>}
    </QueryView>
  );
}
